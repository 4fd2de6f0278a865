/** What the generated validators of ajv say of a value. */

/** One error as ajv reports it. `instancePath`, `params` and `propertyName` may hold keys that a user wrote. */
export interface AjvError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Of a key that is refused: the key. */
  readonly propertyName?: string;
}

/** The validators of one version. */
export interface Validators {
  /** All errors of a value against a definition; none when it satisfies it. */
  readonly errorsOf: (definition: string, value: unknown) => readonly AjvError[];
}
