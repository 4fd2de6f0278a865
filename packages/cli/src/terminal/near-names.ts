/** Finds the name that somebody meant who wrote another one. */

/** So many letters may be wrong; in a short name fewer. */
const MAX_EDITS = 3;

/** The nearest of `names`; undefined where none is near. How a name is cased and its words are joined does not count. */
export function nearName<Name extends string>(written: string, names: readonly Name[]): Name | undefined {
  const wanted = plain(written);
  if (wanted === "") return undefined;
  const ranked = names
    .map((name) => ({ name, distance: distanceOf(wanted, plain(name)) }))
    .sort((a, b) => a.distance - b.distance);
  return ranked.find(({ name, distance }) => distance <= Math.min(MAX_EDITS, plain(name).length / 2))?.name;
}

/** `TextMessage`, `text-message` and `text_message` are one name; what it names is a message anyway. */
function plain(name: string): string {
  const letters = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "")
    .slice(0, 64);
  return letters.length > "message".length ? letters.replace(/message$/, "") : letters;
}

/** A name that is a part of the other is nearer than one that is misspelt. */
function distanceOf(wanted: string, name: string): number {
  if (wanted === name) return 0;
  return wanted.includes(name) || name.includes(wanted) ? 0.5 : edits(wanted, name);
}

/** How many letters have to be put in, taken out or changed. */
function edits(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...from].entries()) {
    const current = [row + 1];
    for (const [column, other] of [...to].entries()) {
      const changed = (previous[column] ?? 0) + (letter === other ? 0 : 1);
      current.push(Math.min(changed, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}
