/** The one error that a wrong schema file leads to: it names the file and the place in it. */

export class SchemaError extends Error {
  override readonly name = "SchemaError";
  /** Path of the file, relative to the schemas folder. */
  readonly file: string;
  /** JSON Pointer inside the file; empty for the file as a whole. */
  readonly pointer: string;
  /** What is wrong, without the place. */
  readonly reason: string;

  constructor(file: string, pointer: string, reason: string) {
    super(`${file}#${pointer}: ${reason}`);
    this.file = file;
    this.pointer = pointer;
    this.reason = reason;
  }
}
