/** What `npm start` shows: the parlance command on five histories, from what was stored to what it became. */

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const COMMAND = join(ROOT, "packages/cli/dist/main.js");
const HISTORIES = join(ROOT, "examples/histories");
const OUT = join(ROOT, "out");

const STORIES = [
  ["session-v1.ndjson", "A session that was stored in version 1 of the contract."],
  ["session-v2.ndjson", "A session that is in the current version already: nothing may change."],
  ["mixed.json", "A session whose program was updated halfway: both versions in one JSON array."],
  ["from-the-future.ndjson", "Written by a newer program: unknown types and parts, numbers beyond 64-bit floats."],
  ["damaged.ndjson", "What a crash, a full disk and a careless script have left."],
];

/** Runs `parlance` and gives back what it printed; any exit code but these two is a failure of the demo itself. */
function parlance(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], { cwd: ROOT, encoding: "utf8" });
  if (status !== 0 && status !== 1) throw new Error(`parlance ${args[0]} ended with ${status}\n${stderr}`);
  return stdout;
}

/** What `parlance validate --json` says about each file, by the file's name. */
function validate(files) {
  const report = JSON.parse(parlance("validate", "--json", ...files));
  return new Map(report.files.map((file) => [basename(file.file), file]));
}

/** "24 text and 7 tool results of version 1" would be too long: versions, unknown and invalid are enough. */
function summary({ records, types, unknown, partly_unknown, invalid }) {
  const versions = new Map();
  for (const type of types) {
    for (const [version, amount] of Object.entries(type.versions)) {
      versions.set(version, (versions.get(version) ?? 0) + amount);
    }
  }
  const parts = [...versions]
    .sort(([one], [other]) => Number(one) - Number(other))
    .map(([version, amount]) => `${amount} of version ${version}`);
  if (unknown > 0) parts.push(`${unknown} unknown`);
  if (invalid > 0) parts.push(`${invalid} broken`);
  const partly = partly_unknown > 0 ? ` (and ${partly_unknown} of a known type, with unknown parts or controls)` : "";
  return `${records} records: ${parts.join(", ")}${partly}`;
}

function show(path) {
  return relative(process.cwd(), path) || ".";
}

function tell(file, story, before, after, rejects) {
  const result = join(OUT, file);
  const same = readFileSync(join(HISTORIES, file)).equals(readFileSync(result));
  console.log(`\n${file}\n  ${story}`);
  console.log(`  before  ${summary(before)}`);
  console.log(`  after   ${summary(after)}`);
  console.log(`  result  ${show(result)}${same ? "  (the same, byte for byte)" : ""}`);
  if (before.invalid === 0) return;
  console.log(`  broken  ${show(rejects)}  (every byte of them, with the reason)`);
  for (const { line, issues } of before.invalid_records) {
    console.log(`            line ${line}: ${issues[0].rule} ${issues[0].path}`.trimEnd());
  }
}

mkdirSync(OUT, { recursive: true });
console.log("Parlance reads what LLM agents have stored, in whatever version, and loses nothing on the way.");
const before = validate(STORIES.map(([file]) => join(HISTORIES, file)));
const rejectsOf = (file) => join(OUT, `${file}.rejects.ndjson`);
for (const [file] of STORIES) {
  const rejects = before.get(file).invalid > 0 ? ["--rejects", rejectsOf(file)] : [];
  parlance("migrate", join(HISTORIES, file), "-o", join(OUT, file), ...rejects);
}
const after = validate(STORIES.map(([file]) => join(OUT, file)));
for (const [file, story] of STORIES) tell(file, story, before.get(file), after.get(file), rejectsOf(file));

const command = `node ${show(COMMAND)}`;
console.log(`
Unknown records are kept exactly as they were, for the program that knows them.

Try it yourself, also with a history of yours (one message, a JSON array, or one message a line):
  ${command} inspect ${show(join(HISTORIES, "session-v1.ndjson"))}
  ${command} validate ${show(join(HISTORIES, "damaged.ndjson"))}
  ${command} migrate ${show(join(HISTORIES, "mixed.json"))} -o ${show(join(OUT, "mixed-v1.json"))} --to 1
  ${command} --help
From code: ${show(join(ROOT, "examples/read-a-history.js"))}. What was done here: ${show(join(ROOT, "examples/demo.js"))}.`);
