/** The interfaces of Standard Schema and Standard JSON Schema (standardschema.dev, version 1), written out because core has no dependency. */

/** What a companion shows to libraries under `~standard`. */
export interface StandardProps<Value> {
  readonly version: 1;
  readonly vendor: "parlance";
  /** For type inference alone; never present at run time. */
  readonly types?: { readonly input: Value; readonly output: Value } | undefined;
  readonly validate: (value: unknown) => StandardResult<Value>;
  readonly jsonSchema: {
    readonly input: (options: StandardJsonSchemaOptions) => Record<string, unknown>;
    readonly output: (options: StandardJsonSchemaOptions) => Record<string, unknown>;
  };
}

type StandardResult<Value> =
  | { readonly value: Value; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

export interface StandardIssue {
  readonly message: string;
  /** Names and indexes from the root; `*` stands for a key that is the user's own. */
  readonly path: readonly (string | number)[];
}

export interface StandardJsonSchemaOptions {
  /** `draft-2020-12` or `draft-07`. */
  readonly target: "draft-2020-12" | "draft-07" | "openapi-3.0" | ({} & string);
}
