/**
 * Another program that writes to a history: appends numbered records of a template to a file. Arguments: the file, the template with `%`
 * for the number, how many, and whether each is written `whole` or in `pieces`.
 */
import { appendFileSync, closeSync, openSync, writeSync } from "node:fs";

const [file, template, count, how] = process.argv.slice(2);

/** In two pieces, so that a reader may see the first without the second. */
function appendInPieces(text) {
  const descriptor = openSync(file, "a");
  writeSync(descriptor, text.slice(0, 30));
  writeSync(descriptor, text.slice(30));
  closeSync(descriptor);
}

for (let number = 0; number < Number(count); number += 1) {
  const text = template.replace("%", String(number));
  if (how === "pieces") appendInPieces(text);
  else appendFileSync(file, text);
}
