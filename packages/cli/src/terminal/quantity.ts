/** Numbers as people read them: bytes with a unit, counts with their noun. */

const UNITS = ["kB", "MB", "GB", "TB"];

/** A number of bytes with a decimal unit, such as `1.2 kB`. */
export function byteSize(count: number): string {
  if (count < 1000) return `${count} B`;
  let value = count / 1000;
  let unit = 0;
  while (value >= 999.95 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value >= 100 ? value.toFixed(0) : value.toFixed(1)} ${UNITS[unit]}`;
}

/** `1 record`, `2 records`, `1,234,567 records`. */
export function groupedCount(amount: number, singular: string, plural: string = `${singular}s`): string {
  return `${grouped(amount)} ${amount === 1 ? singular : plural}`;
}

/** By hand, because the first use of the system's own number formats costs more time than reading a small file. */
function grouped(amount: number): string {
  return String(amount).replace(/\B(?=(\d{3})+$)/g, ",");
}
