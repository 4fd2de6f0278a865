/** Takes the files of a version to the next one: every number of that version or of a newer one is one more. */

/** Where a file says a version: as the member of a record, in a description, and as the least number that a record may have. */
const PLACES: readonly RegExp[] = [
  /("schema_version"\s*:\s*)([0-9]+)/g,
  /\b(version )([0-9]+)\b/gi,
  /("SchemaVersion"\s*:\s*\{[^{}]*"minimum"\s*:\s*)([0-9]+)/g,
];

/**
 * The text of a file for the version after `version`. Numbers of older versions stay: they tell where something came from.
 * @param text a schema or an example of `version`
 */
export function withNextNumbers(text: string, version: number): string {
  const next = (_: string, before: string, digits: string): string =>
    before + (Number(digits) < version ? digits : String(Number(digits) + 1));
  return PLACES.reduce((changed, place) => changed.replaceAll(place, next), text);
}
