/** The generated code of the small schema sets at work: it compiles under the strictest flags, loads, and gives ajv's verdict. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleOf } from "../src/bundle.js";
import { buildContracts } from "../src/contracts.js";
import { generate } from "../src/generate.js";
import type { Contract, Json } from "../src/model.js";
import { CASES, instancesOf } from "./cases.js";
import { replaceOne } from "./damage.js";
import { copyCore, propertyRuns, schemasOf, typeCheck } from "./support.js";

const AJV_OPTIONS = { strict: false, validateFormats: false, ownProperties: true };

/** Values near the limits of the small sets, and of every type. */
const REPLACEMENT: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, false, "", "x", "word", "list", "url", "unknown", "failed", "a".repeat(65)),
  fc.constantFrom<Json>(0, 1, -1, 1.5, 7, 13, 100, 9007199254740991, 9007199254740992, 1e308),
  fc.constantFrom<Json>(
    [],
    [null],
    ["a", "a"],
    ["a", "b"],
    {},
    { a: 1 },
    { type: "word" },
    { type: "new" },
    { toString: 1 },
  ),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
);

/** Where core stands below the folder of a set, as it does in the repository. */
const CORE = "packages/core/src";

const folder = mkdtempSync(join(tmpdir(), "parlance-generated-"));
let complaint = "";
let complaintOfBuilders = "";

/** As much of builders as the generated code of any set needs: the least of a base, and the companions of the set as core's. */
function addBase(set: string): void {
  const files = {
    "src/shared/surroundings.ts": "export interface Surroundings { readonly now?: () => number }",
    "src/shared/field-builder.ts": `import type { Companion } from "@parlance/core";
export abstract class FieldBuilder<Value extends object> {
  protected constructor(_surroundings?: object) {}
  protected abstract get companion(): Companion<Value>;
  protected set<Name extends keyof Value>(_name: Name, _value: Value[Name] | undefined): this { return this; }
}`,
    "src/shared/message-field-builder.ts": `import { FieldBuilder } from "./field-builder.js";
export abstract class MessageFieldBuilder<Value extends { readonly type: string }> extends FieldBuilder<Value> {
  protected abstract get type(): Value["type"];
  protected setData<Data extends Value["data" & keyof Value], Name extends keyof Data>(
    _name: Name,
    _value: Data[Name] | undefined,
  ): this { return this; }
}`,
    "node_modules/@parlance/core/package.json": '{ "type": "module", "exports": "./index.d.ts" }',
    "node_modules/@parlance/core/index.d.ts": `export * from "../../../../core/src/generated/companions.gen.js";
export type { Companion } from "../../../../core/src/companion.js";`,
  };
  for (const [path, content] of Object.entries(files)) {
    const target = join(set, "packages/builders", path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
}

beforeAll(async () => {
  for (const { name } of CASES) {
    copyCore(join(folder, name, CORE));
    addBase(join(folder, name));
    await generate({ schemasDir: schemasOf(name), outDir: join(folder, name) });
  }
  complaint = typeCheck(folder, { noEmit: false, rootDir: ".", outDir: "out" }, [
    `*/${CORE}/generated/**/*.ts`,
    `*/${CORE}/contract.ts`,
  ]);
  complaintOfBuilders = typeCheck(folder, {}, ["*/packages/builders/src/generated/**/*.ts"]);
}, 180_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

type JsonFields = { readonly type: string; readonly [name: string]: Json };

/** What is unknown on purpose is no news. */
const SILENT = { logger: { warn: (): void => undefined } };

interface Codec {
  readonly decode: (text: string, options?: object) => JsonFields;
  readonly encode: (message: JsonFields) => string;
}

/** The value without members that are null; null may mean absent. */
function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([key, member]) => [key, withoutNulls(member)]));
}

interface Loaded {
  readonly codec: Codec;
  readonly isMessage: (value: unknown) => boolean;
  readonly errorsOf: (definition: string, value: unknown) => readonly { instancePath: string; keyword: string }[];
  /** The issues of a message, found by core's walk over the table. */
  readonly explained: (value: unknown) => readonly { path: string; keyword: string }[];
}

/** The current version of a small set. */
function currentOf(set: string): Contract {
  const contract = buildContracts(schemasOf(set)).at(-1);
  if (contract === undefined) throw new Error(`${set} has no version`);
  return contract;
}

async function load(set: string): Promise<Loaded> {
  const version = `v${currentOf(set).version}`;
  const read = (path: string): Promise<never> =>
    import(pathToFileURL(join(folder, "out", set, CORE, path)).href) as Promise<never>;
  const { explain } = (await read("explain.js")) as { explain: (node: unknown, value: unknown) => never };
  const { Message } = (await read(`generated/${version}/table.gen.js`)) as { Message: unknown };
  const { CONTRACT } = (await read("generated/contract.gen.js")) as { CONTRACT: unknown };
  const { createCodec } = (await read("contract.js")) as { createCodec: (contract: unknown) => Codec };
  return {
    codec: createCodec(CONTRACT),
    explained: (value) => explain(Message, value),
    ...((await read(`generated/${version}/predicates.gen.js`)) as Pick<Loaded, "isMessage">),
    ...((await read(`generated/${version}/validators.gen.js`)) as Pick<Loaded, "errorsOf">),
  };
}

/** Keys that are a user's own are shown as `*`. */
function isShownAs(pointer: string, path: string): boolean {
  const shown = path.split("/");
  return pointer.split("/").every((step, at) => shown[at] === step || shown[at] === "*");
}

describe("the generated code", () => {
  it("compiles under the strictest flags, with erasable syntax only", () => {
    expect(complaint).toBe("");
    expect(complaintOfBuilders).toBe("");
  });

  it.each(CASES)("accepts and refuses the messages of $name as ajv does", async ({ name }) => {
    const { isMessage, errorsOf, explained } = await load(name);
    const { valid, invalid } = instancesOf(name);
    for (const instance of valid) {
      const verdicts = { fast: isMessage(instance), detailed: errorsOf("Message", instance) };
      expect({ instance, ...verdicts }).toEqual({ instance, fast: true, detailed: [] });
      expect(explained(instance)).toEqual([]);
    }
    for (const { instance, pointer, keyword } of invalid) {
      const errors = errorsOf("Message", instance).map((error) => `${error.instancePath} ${error.keyword}`);
      expect({ instance, fast: isMessage(instance) }).toEqual({ instance, fast: false });
      expect(errors).toContain(`${pointer} ${keyword}`);
      expect(explained(instance).some((issue) => issue.keyword === keyword && isShownAs(pointer, issue.path))).toBe(
        true,
      );
    }
  });

  it.each(CASES)("writes what it read of $name, each time the same, and accepts it again", async ({ name }) => {
    const { isMessage, codec } = await load(name);
    // A copy has no text that it came from, so it is written anew.
    const write = (text: string): string => codec.encode({ ...codec.decode(text, SILENT) });
    for (const instance of instancesOf(name).valid as JsonFields[]) {
      if (codec.decode(JSON.stringify(instance), SILENT).type === "unknown") continue;
      const text = write(JSON.stringify(instance));
      expect(isMessage(JSON.parse(text))).toBe(true);
      expect(write(text)).toBe(text);
      expect(JSON.parse(text)).toMatchObject(withoutNulls(instance) as JsonFields);
    }
  });

  it.each(CASES)(
    "gives one verdict, fast, detailed, explained and published, on damaged messages of $name",
    async ({ name }) => {
      const { isMessage, errorsOf, explained } = await load(name);
      const { valid, invalid } = instancesOf(name);
      const instances = [...valid, ...invalid.map(({ instance }) => instance)] as Json[];
      const published = new Ajv2020(AJV_OPTIONS).compile(bundleOf(currentOf(name)));
      const damaged = fc
        .tuple(fc.constantFrom(...instances), fc.nat(), REPLACEMENT)
        .map(([instance, where, value]) => replaceOne(instance, where, value));
      const agree = (instance: Json): void => {
        const refusals = [errorsOf("Message", instance), explained(instance)];
        const verdict = published(instance);
        expect([isMessage(instance), ...refusals.map((all) => all.length === 0)]).toEqual([verdict, verdict, verdict]);
      };
      fc.assert(fc.property(damaged, agree), { numRuns: propertyRuns(1000) });
    },
  );
});
