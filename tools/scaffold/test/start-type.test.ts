/** A message type starts as files that keep every rule, and from which the generator makes all it makes of the others. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lintSchemas, versionsIn } from "@parlance/review";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StartedType, startType } from "../src/start-type.js";
import { TypeNameError, typeNamesOf } from "../src/type-names.js";

const SCHEMAS = join(import.meta.dirname, "../../../schemas");
const CURRENT = versionsIn(SCHEMAS).length;
const root = mkdtempSync(join(tmpdir(), "parlance-new-type-"));
afterAll(() => rmSync(root, { recursive: true }));

/** A type is added to a version that no release has locked. */
function unlock(path: string): void {
  const { [CURRENT]: _, ...versions } = JSON.parse(readFileSync(path, "utf8")).versions;
  writeFileSync(path, JSON.stringify({ versions }));
}

describe("a new message type", () => {
  let started: StartedType;
  beforeAll(() => {
    cpSync(SCHEMAS, root, { recursive: true });
    unlock(join(root, "released.json"));
    started = startType(root, "never-in-use");
  });

  it("keeps every rule of the lint as it is", () => {
    expect(started).toMatchObject({ version: CURRENT, tag: "never_in_use", title: "NeverInUse" });
    expect(lintSchemas(root)).toEqual([]);
  });

  it("changes one line of one other file: the union, above the branch for all other types", () => {
    const file = `v${CURRENT}/message/message.schema.json`;
    const [before, after] = [SCHEMAS, root].map((folder) => readFileSync(join(folder, file), "utf8").split("\n"));
    const at = after?.indexOf('    { "$ref": "never-in-use.schema.json" },') ?? -1;
    expect(after?.[at + 1]).toContain("#/$defs/UnknownMessage");
    expect(after?.toSpliced(at, 1)).toEqual(before);
  });

  it("has examples that are valid and some that are not", () => {
    const folder = join(root, `v${CURRENT}/examples/never_in_use`);
    const names = readdirSync(folder, { recursive: true }).map(String).sort();
    expect(names).toEqual([
      "edge-empty-text.json",
      "full.json",
      "invalid",
      "invalid/text-missing.json",
      "invalid/text-not-a-string.json",
      "minimal.json",
    ]);
  });

  it.each(["never-in-use", "never_in_use", "NeverInUse", "text", "ToolResult"])(
    "is refused as %s, which is taken",
    (name) => {
      expect(() => startType(root, name)).toThrow(TypeNameError);
    },
  );
});

describe("the names of a message type", () => {
  it.each(["audio-clip", "audio_clip", "audioClip", "AudioClip", "AudioClipMessage"])("come from %s", (name) => {
    expect(typeNamesOf(name)).toEqual({
      file: "audio-clip",
      tag: "audio_clip",
      title: "AudioClip",
      words: "audio clip",
    });
  });

  it.each(["", "message", "unknown", "invalid", "envelope", "audio clip", "../x", "7up", "a--b", "é"])(
    "are none for %j",
    (name) => {
      expect(() => typeNamesOf(name)).toThrow(TypeNameError);
    },
  );
});
