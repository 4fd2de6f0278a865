/** What `migrateRecord` says of parts and controls that this version does not know. */
import { expect, it } from "vitest";
import { CURRENT_VERSION, migrateRecord } from "../../src/index.js";

const ENVELOPE = '"id":"00000000-0000-4000-8000-000000000001","created_at":"2026-01-01T00:00:00.000Z"';
const text = (version: number, parts: string): string =>
  `{"type":"text","schema_version":${version},${ENVELOPE},"data":{"role":"user","parts":[${parts}]}}`;
const KNOWN = '{"type":"text","text":"a"}';
const SKETCH = '{"type":"sketch","strokes":[12345678901234567890]}';
const REBOOT = `{"type":"system_control","schema_version":${CURRENT_VERSION},${ENVELOPE},"data":{"control":{"type":"reboot","from":"a"}}}`;
const OLD_REBOOT = `{"type":"system_control",${ENVELOPE},"data":{"control_type":"reboot","from":"a","to":"b"}}`;

it.each<readonly [string, string, number, readonly (readonly [string, string])[]]>([
  ["none where all is known", text(CURRENT_VERSION, KNOWN), CURRENT_VERSION, []],
  [
    "a part, with its place",
    text(CURRENT_VERSION, `${KNOWN},${SKETCH}`),
    CURRENT_VERSION,
    [["unknown_part", "/data/parts/1"]],
  ],
  [
    "each of several parts",
    text(CURRENT_VERSION, `${SKETCH},${SKETCH}`),
    CURRENT_VERSION,
    [
      ["unknown_part", "/data/parts/0"],
      ["unknown_part", "/data/parts/1"],
    ],
  ],
  [
    "a part of a newer version",
    text(CURRENT_VERSION + 1, SKETCH),
    CURRENT_VERSION,
    [
      ["newer_version", "/schema_version"],
      ["unknown_part", "/data/parts/0"],
    ],
  ],
  ["a part on the way down", text(CURRENT_VERSION, `${KNOWN},${SKETCH}`), 1, [["unknown_part", "/data/parts/1"]]],
  ["a control", REBOOT, CURRENT_VERSION, [["unknown_control", "/data/control"]]],
  ["a control that an old message named", OLD_REBOOT, CURRENT_VERSION, [["unknown_control", "/data/control"]]],
])("warns of %s", (_, record, to, warnings) => {
  const result = migrateRecord(record, { to });
  expect(result.ok && result.warnings.map(({ code, path }) => [code, path])).toEqual(warnings);
});

it("passes a message with an unknown part on as it came", () => {
  const record = text(CURRENT_VERSION, `${SKETCH},${KNOWN}`);
  expect(migrateRecord(record)).toMatchObject({ ok: true, state: "unchanged", text: record });
});
