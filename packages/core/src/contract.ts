/** The contract as a value, and the codec of any contract. Adding an export here makes it API. */

export { type Codec, createCodec } from "./codec/create-codec.js";
export { CONTRACT as parlance } from "./generated/contract.gen.js";
export type { Contract } from "./runtime/contract.js";
