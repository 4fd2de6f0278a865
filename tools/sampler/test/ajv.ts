/** Compiles a definition of a bundle with ajv, as a consumer of the published schemas would. */
import { Ajv2020 } from "ajv/dist/2020.js";

interface Bundle {
  readonly $defs?: object;
}

const BUNDLE = "bundle";
const compilers = new WeakMap<Bundle, Ajv2020>();

export function ajvOf(bundle: Bundle, name: string): (value: unknown) => boolean {
  const validate = compilerOf(bundle).compile({ $ref: `${BUNDLE}#/$defs/${name}` });
  return (value) => validate(value) === true;
}

/** One for each bundle: what definitions share is compiled once. */
function compilerOf(bundle: Bundle): Ajv2020 {
  const known = compilers.get(bundle);
  if (known !== undefined) return known;
  const ajv = new Ajv2020({ strict: false, ownProperties: true, validateFormats: false, logger: false });
  ajv.addSchema({ $defs: bundle.$defs }, BUNDLE);
  compilers.set(bundle, ajv);
  return ajv;
}
