/** Loads the predicates, shapes and contract that are emitted for a small set of schemas, so that tests can run them. */

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { modelContracts } from "../src/contracts.js";
import { emitChecks } from "../src/emit/checks.js";
import { emitContract } from "../src/emit/contract.js";
import { emitMigrations } from "../src/emit/migrations.js";
import { emitPredicates } from "../src/emit/predicates.js";
import { emitRoots } from "../src/emit/roots.js";
import { emitShapes } from "../src/emit/shapes.js";
import { emitTables } from "../src/emit/table.js";
import { loadSources } from "../src/load.js";
import { CORE_SOURCE, schemasWithData, temporaryFolder } from "./support.js";

export interface Emitted {
  readonly predicates: { readonly [name: string]: (value: unknown) => boolean };
  readonly decoded: { readonly [name: string]: (value: unknown) => boolean };
  readonly shapes: { readonly [name: string]: (...values: unknown[]) => unknown };
  readonly contract: EmittedContract;
  /** Core's functions for that contract. */
  readonly codec: EmittedCodec;
  /** What core's walks over the tables do to values of a definition of the current version. */
  readonly walks: Walks;
  /** The emitted text by path. */
  readonly text: { readonly [path: string]: string };
}

/** The contract as a value, as far as tests look at it. */
interface EmittedContract {
  readonly versions: readonly { readonly version: number; readonly node: unknown }[];
  readonly current: { readonly version: number; readonly node: unknown };
}

interface EmittedCodec {
  readonly decode: (text: string) => { readonly type: string };
  readonly encode: (message: unknown) => string;
  readonly equals: (a: unknown, b: unknown) => boolean;
  readonly migrateRecord: (text: string, options?: { readonly to: number }) => Migrated;
}

interface Migrated {
  readonly ok: boolean;
  readonly state?: string;
  readonly text?: string;
}

export interface Walks {
  readonly tidied: (definition: string, value: unknown) => unknown;
  readonly wrapped: (
    definition: string,
    value: unknown,
    wrap: (original: never, pointer: string) => unknown,
  ) => unknown;
  readonly frozen: (definition: string, value: unknown, room: number) => boolean;
}

/** The code for a set with one message type, `note`, whose data has the given schema; see {@link schemasWithData}. */
export function emitData(data: unknown, $defs: { readonly [name: string]: unknown } = {}): Promise<Emitted> {
  return emitFrom(schemasWithData(data, $defs));
}

/** The code for a schemas folder: shapes and predicates of its current version. */
export async function emitFrom(schemasDir: string): Promise<Emitted> {
  const { schemas, migrations } = loadSources(schemasDir);
  const contracts = modelContracts(schemas);
  const folder = temporaryFolder();
  const files = [
    ...emitPredicates(contracts),
    ...emitShapes(contracts),
    ...emitTables(contracts),
    ...emitRoots(contracts),
    ...emitMigrations(contracts, migrations),
    ...emitChecks(contracts),
    ...emitContract(contracts),
  ];
  for (const { path, content } of files) {
    const target = join(folder, "generated", path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
  symlinkSync(join(CORE_SOURCE, "runtime"), join(folder, "runtime"));
  const load = (path: string): Promise<never> => import(join(folder, "generated", path)) as Promise<never>;
  const version = `v${contracts.at(-1)?.version}`;
  const { CONTRACT } = (await load("contract.gen.ts")) as { CONTRACT: EmittedContract };
  return {
    predicates: await load(`${version}/predicates.gen.ts`),
    decoded: await load("decoded.gen.ts"),
    shapes: await load(`${version}/shapes.gen.ts`),
    contract: CONTRACT,
    codec: await codecOf(CONTRACT),
    walks: await walksOver(await load(`${version}/table.gen.ts`)),
    text: Object.fromEntries(files.map(({ path, content }) => [path, content])),
  };
}

/** Core's functions for a contract. */
async function codecOf(contract: EmittedContract): Promise<EmittedCodec> {
  const { createCodec } = (await import(join(CORE_SOURCE, "contract.ts"))) as {
    createCodec: (contract: EmittedContract) => EmittedCodec;
  };
  return createCodec(contract);
}

/** Core's walks, by the names of a table's definitions. */
async function walksOver(table: { readonly [definition: string]: unknown }): Promise<Walks> {
  const load = async (
    verb: string,
  ): Promise<{ readonly [name: string]: (node: unknown, ...more: unknown[]) => unknown }> =>
    import(join(CORE_SOURCE, `runtime/walks/${verb}.ts`));
  const [tidy, wrap, freeze] = await Promise.all([load("tidy"), load("wrap"), load("freeze")]);
  return {
    tidied: (definition, value) => tidy.tidiedByTable?.(table[definition], value),
    wrapped: (definition, value, wrapOne) => wrap.wrappedByTable?.(table[definition], value, wrapOne),
    frozen: (definition, value, room) => freeze.freezeDecoded?.(table[definition], value, room) === true,
  };
}

/** A note with the given data, as `JSON.parse` makes it. */
export function noteOf(data: unknown): { type: string; data: unknown } {
  return JSON.parse(JSON.stringify({ type: "note", data })) as { type: string; data: unknown };
}
