/** Compiles a definition of a bundle with ajv, as a consumer of the published schemas would. */
import { Ajv2020 } from "ajv/dist/2020.js";

export function ajvOf({ $defs }: { readonly $defs?: object }, name: string): (value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, ownProperties: true, validateFormats: false, logger: false });
  const validate = ajv.compile({ $defs, $ref: `#/$defs/${name}` });
  return (value) => validate(value) === true;
}
