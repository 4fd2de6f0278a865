/** Compiles a JSON Schema to a validator with ajv, which then has no meaning of its own for any keyword. */

import { type JsonObject, type JsonValue, ParlanceError, ValidationError } from "@parlance/core";
import { issue } from "@parlance/core/internal";
import { Ajv, type Options, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expressionOf } from "./keywords.js";
import { rewritten } from "./rewrite.js";
import type { Survey } from "./survey.js";

/** Keywords of ajv's own or of older dialects, which it refuses or obeys; to JSON Schema they are unknown and mean nothing. */
const FOREIGN = { $async: undefined, id: undefined, nullable: undefined };

const NOTHING = /(?!)/;

const OPTIONS: Options = {
  allErrors: true,
  strict: false,
  strictNumbers: false,
  validateFormats: false,
  validateSchema: false,
  meta: false,
  logger: false,
  code: {
    // The optimizer takes the square of the size of the schema in time.
    optimize: false,
    regExp: Object.assign((source: string) => expressionOf(source) ?? NOTHING, { code: "new RegExp" }),
  },
};

/**
 * The validator of a schema whose survey found nothing wrong.
 *
 * @throws ParlanceError `no_code_generation`; ValidationError `too_complex` for what ajv cannot compile.
 */
export function compile(schema: JsonObject, { nodes, dialect }: Survey): ValidateFunction {
  const foreign = [...nodes.keys()].filter((one) =>
    Object.keys(FOREIGN).some((keyword) => Object.hasOwn(one, keyword)),
  );
  const changes = new Map<JsonObject, Readonly<Record<string, JsonValue | undefined>>>(
    foreign.map((one) => [one, FOREIGN]),
  );
  // An instance of its own: ajv never forgets a schema.
  const ajv = dialect === "draft-07" ? new Ajv(OPTIONS) : new Ajv2020(OPTIONS);
  try {
    return ajv.compile(rewritten(schema, changes));
  } catch (error) {
    // The words of ajv may quote the schema.
    if (error instanceof EvalError) throw new ParlanceError("no_code_generation", FORBIDDEN);
    throw new ValidationError([issue("too_complex", "", "a JSON Schema that ajv compiles", "another schema")]);
  }
}

const FORBIDDEN = "this platform forbids `new Function`, which a JSON Schema is compiled with";
