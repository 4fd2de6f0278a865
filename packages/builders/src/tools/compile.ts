/** Compiles a JSON Schema to a validator with ajv, which then has no meaning of its own for any keyword. */

import { type JsonObject, ParlanceError, ValidationError } from "@parlance/core";
import { issue } from "@parlance/core/internal";
import { Ajv, type Options, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { FORMATS, hasUnknownFormat } from "./formats.js";
import { expressionOf } from "./keywords.js";
import { type ChangesByObject, rewrittenMembers } from "./rewrite.js";
import type { Survey } from "./survey.js";

/** Keywords of ajv's own or of older dialects, which it refuses or obeys; to JSON Schema they are unknown and mean nothing. */
const FOREIGN = ["$async", "id", "nullable"];

const NOTHING = /(?!)/;

const OPTIONS: Options = {
  allErrors: true,
  strict: false,
  strictNumbers: false,
  formats: FORMATS,
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
export function compileSchema(schema: JsonObject, { nodes, dialect }: Survey): ValidateFunction {
  // An instance of its own: ajv never forgets a schema.
  const ajv = dialect === "draft-07" ? new Ajv(OPTIONS) : new Ajv2020(OPTIONS);
  try {
    return ajv.compile(rewrittenMembers(schema, meaningless(nodes)));
  } catch (error) {
    // The words of ajv may quote the schema.
    if (error instanceof EvalError) throw new ParlanceError("no_code_generation", FORBIDDEN);
    throw new ValidationError([issue("too_complex", "", "a JSON Schema that ajv compiles", "another schema")]);
  }
}

/** Takes away from each schema what means nothing in it. */
function meaningless(nodes: Survey["nodes"]): ChangesByObject {
  const changes = new Map<JsonObject, Readonly<Record<string, undefined>>>();
  for (const schema of nodes.keys()) {
    const names = FOREIGN.filter((keyword) => Object.hasOwn(schema, keyword));
    if (hasUnknownFormat(schema)) names.push("format");
    if (names.length > 0) changes.set(schema, Object.fromEntries(names.map((name) => [name, undefined])));
  }
  return changes;
}

const FORBIDDEN = "this platform forbids `new Function`, which a JSON Schema is compiled with";
