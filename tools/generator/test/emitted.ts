/** Loads the predicates, shapes and codec that are emitted for a small set of schemas, so that tests can run them. */

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildContracts } from "../src/contracts.js";
import { emitCodec } from "../src/emit/codec.js";
import { emitPredicates } from "../src/emit/predicates.js";
import { emitShapes } from "../src/emit/shapes.js";
import { emitTables } from "../src/emit/table.js";
import { CORE_SOURCE, schemasWithData, temporaryFolder } from "./support.js";

export interface Emitted {
  readonly predicates: { readonly [name: string]: (value: unknown) => boolean };
  readonly decoded: { readonly [name: string]: (value: unknown) => boolean };
  readonly shapes: { readonly [name: string]: (...values: unknown[]) => unknown };
  readonly codec: { readonly [name: string]: (...values: unknown[]) => unknown };
  /** The emitted text by path. */
  readonly text: { readonly [path: string]: string };
}

/** The code for a set with one message type, `note`, whose data has the given schema; see {@link schemasWithData}. */
export function emitData(data: unknown, $defs: { readonly [name: string]: unknown } = {}): Promise<Emitted> {
  return emitFrom(schemasWithData(data, $defs));
}

/** The code for a schemas folder: shapes and predicates of its current version. */
export async function emitFrom(schemasDir: string): Promise<Emitted> {
  const contracts = buildContracts(schemasDir);
  const folder = temporaryFolder();
  const files = [
    ...emitPredicates(contracts),
    ...emitShapes(contracts),
    ...emitTables(contracts),
    ...emitCodec(contracts),
  ];
  for (const { path, content } of files) {
    const target = join(folder, "generated", path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
  symlinkSync(join(CORE_SOURCE, "runtime"), join(folder, "runtime"));
  const load = (path: string): Promise<never> => import(join(folder, "generated", path)) as Promise<never>;
  const version = `v${contracts.at(-1)?.version}`;
  return {
    predicates: await load(`${version}/predicates.gen.ts`),
    decoded: await load("decoded.gen.ts"),
    shapes: await load(`${version}/shapes.gen.ts`),
    codec: await load("codec.gen.ts"),
    text: Object.fromEntries(files.map(({ path, content }) => [path, content])),
  };
}

/** A note with the given data, as `JSON.parse` makes it. */
export function noteOf(data: unknown): { type: string; data: unknown } {
  return JSON.parse(JSON.stringify({ type: "note", data })) as { type: string; data: unknown };
}
