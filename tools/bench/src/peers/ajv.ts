/** ajv used the ordinary way: the published schema compiled at run time, unions by `oneOf`, formats checked in full. */
import { schemaOf } from "@parlance/core/schemas";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Peer } from "./contract.js";

const ajv = new Ajv2020({ ownProperties: true, strict: false });
addFormats.default(ajv);
const validate = ajv.compile(schemaOf("message"));

export const ordinaryAjv: Peer = { name: "ajv, oneOf, full formats", accepts: (value) => validate(value) };
