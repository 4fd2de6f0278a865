/** The contract of two versions as a value, and what core's codec does with its messages. */

import { describe, expect, it } from "vitest";
import { type Emitted, emitFrom } from "./emitted.js";
import { schemasOf } from "./support.js";

const load = (): Promise<Emitted> => emitFrom(schemasOf("two-versions"));

describe("the contract of two versions", () => {
  it("names its versions and the one that messages decode to", async () => {
    const { contract } = await load();
    expect(contract.versions.map(({ version }) => version)).toEqual([1, 2]);
    expect(contract.current.version).toBe(2);
  });

  it("judges a message by the version it says", async () => {
    const { codec } = await load();
    const note = { heading: "h", priority: "low" };
    const text = (version: number): string => JSON.stringify({ type: "note", schema_version: version, data: note });
    expect(codec.decode(text(2)).type).toBe("note");
    expect(() => codec.decode(text(1))).toThrow(/\/data/);
  });

  it("knows the types of each version", async () => {
    const { codec } = await load();
    const typeOf = (version: number): string =>
      codec.decode(`{"type":"memo","schema_version":${version},"data":{"text":"x"}}`).type;
    expect([typeOf(1), typeOf(2)]).toEqual(["unknown", "memo"]);
  });

  it("migrates, fills the defaults of the current version, and writes in its order", async () => {
    const { codec } = await load();
    const older = '{"data":{"urgent":true,"title":"t","seconds":2},"more":1,"type":"note"}';
    expect(codec.encode(codec.decode(older))).toBe(
      '{"type":"note","schema_version":2,"data":{"heading":"t","priority":"high","timing":{"duration_ms":2000},"pinned":false},"more":1}',
    );
  });

  it("writes an older version in the order of that one", async () => {
    const { codec } = await load();
    const current = '{"data":{"priority":"low","pinned":false,"heading":"h"},"schema_version":2,"type":"note"}';
    expect(codec.migrateRecord(current, { to: 1 })).toMatchObject({
      ok: true,
      state: "migrated",
      text: '{"type":"note","schema_version":1,"data":{"title":"h","urgent":false}}',
    });
  });

  it("compares messages of the current version", async () => {
    const { codec } = await load();
    const note = (priority: string): unknown =>
      codec.decode(`{"type":"note","schema_version":2,"data":{"heading":"h","priority":"${priority}"}}`);
    expect(codec.equals(note("low"), note("low"))).toBe(true);
    expect(codec.equals(note("low"), note("high"))).toBe(false);
  });
});
