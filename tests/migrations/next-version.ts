/** Core with a version 3, which is a copy of version 2, its changes and one migration file. */

import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { generate } from "../../tools/generator/src/generate.js";
import { copyCore } from "../../tools/generator/test/support.js";
import { SCHEMAS } from "./generated-contract.js";

interface Text {
  readonly text: string;
  readonly notes: readonly { readonly code: string; readonly path: string }[];
}

/** The companion of a persisted root. */
interface RootCompanion {
  readonly decode: (text: string, options?: object) => object;
  readonly safeDecode: (text: string, options?: object) => { readonly ok: boolean; readonly error?: object };
  readonly parse: (value: unknown) => object;
  readonly equals: (a: object, b: object) => boolean;
  readonly encode: ((value: object) => string) & ((value: object, options: { readonly schemaVersion: number }) => Text);
}

/** As much of core as the tests use. */
export interface Core {
  readonly decode: (text: string, options?: object) => object;
  readonly migrateRecord: (text: string, options?: object) => object;
  readonly examineRecord: (text: string) => object;
  readonly encode: (message: object, options: { readonly schemaVersion: number }) => { readonly text: string };
  readonly ConversationHistory: RootCompanion;
  readonly AgentRequest: RootCompanion;
  readonly ToolPermission: RootCompanion;
}

type Schema = { required: string[]; properties: Record<string, object>; $defs: Record<string, Schema> };

function change(schemas: string, file: string, edit: (schema: Schema) => void): void {
  const path = join(schemas, "v3", file);
  const schema = JSON.parse(readFileSync(path, "utf8")) as Schema;
  edit(schema);
  writeFileSync(path, JSON.stringify(schema));
}

function rename({ properties, required }: Schema, from: string, to: string): void {
  properties[to] = properties[from] ?? {};
  delete properties[from];
  if (required.includes(from)) required[required.indexOf(from)] = to;
}

/** What the migration from version 2 does with the roots, and with the chat messages inside them. */
const TYPES = {
  conversation_history: [
    { op: "each", at: "/messages", do: [{ op: "apply", at: "", type: "ChatMessage" }] },
    { op: "rename", at: "", from: "messages", to: "turns" },
    { op: "move", from: "/created_at", to: "/began/at" },
  ],
  agent_request: [
    { op: "rename", at: "", from: "message", to: "prompt" },
    { op: "each", at: "/history", do: [{ op: "apply", at: "", type: "ChatMessage" }] },
  ],
  tool_permission: [
    { op: "rename", at: "", from: "tool_id", to: "tool" },
    { op: "remove", at: "/granted_by", value: "user" },
  ],
};

const CHAT_MESSAGE = {
  op: "variant",
  at: "",
  tag: "role",
  cases: [
    { from: "system", to: "system" },
    { from: "user", to: "user", do: [{ op: "rename", at: "", from: "name", to: "author" }] },
    { from: "assistant", to: "assistant" },
    { from: "tool", to: "tool", do: [{ op: "remove", at: "/is_error", value: false }] },
  ],
};

/** The roots of version 3: a field of each is renamed, moved or removed, and so are fields of the chat messages inside them. */
function changeRoots(schemas: string): void {
  change(schemas, "chat/conversation-history.schema.json", (schema) => {
    rename(schema, "messages", "turns");
    rename(schema, "created_at", "began");
    schema.properties.began = { $ref: "#/$defs/Beginning" };
    const at = { $ref: "../common.schema.json#/$defs/Timestamp" };
    const beginning = { type: "object", additionalProperties: true, required: ["at"], properties: { at } };
    Object.assign(schema, { $defs: { Beginning: beginning } });
  });
  change(schemas, "request/agent-request.schema.json", (schema) => rename(schema, "message", "prompt"));
  change(schemas, "request/tool-permission.schema.json", (schema) => {
    rename(schema, "tool_id", "tool");
    delete schema.properties.granted_by;
  });
  change(schemas, "chat/chat-message.schema.json", ({ $defs }) => {
    rename($defs.UserChatMessage as Schema, "name", "author");
    delete ($defs.ToolChatMessage as Schema).properties.is_error;
  });
}

/** Version 3 differs from version 2 in its number and its roots, and has no images any more. */
function addVersion(schemas: string): void {
  cpSync(join(schemas, "v2"), join(schemas, "v3"), { recursive: true });
  const common = join(schemas, "v3/common.schema.json");
  const schema = JSON.parse(readFileSync(common, "utf8")) as { $defs: { SchemaVersion: { minimum: number } } };
  schema.$defs.SchemaVersion.minimum = 3;
  writeFileSync(common, JSON.stringify(schema));
  rmSync(join(schemas, "v3/message/image.schema.json"));
  const union = join(schemas, "v3/message/message.schema.json");
  writeFileSync(union, readFileSync(union, "utf8").replace('{ "$ref": "image.schema.json" },', ""));
  changeRoots(schemas);
  const definitions = { ChatMessage: { do: [CHAT_MESSAGE] } };
  const migration = { from: 2, to: 3, definitions, types: TYPES, examples: [] };
  writeFileSync(join(schemas, "migrations/v2-to-v3.json"), JSON.stringify(migration));
}

/**
 * Builds such a core from its source.
 * @param folder An empty one, for everything that is made on the way.
 */
export async function coreWithNextVersion(folder: string): Promise<Core> {
  for (const path of ["v1", "v2", "migrations/v1-to-v2.json"])
    cpSync(join(SCHEMAS, path), join(folder, "schemas", path), { recursive: true });
  const source = join(folder, "packages/core/src");
  copyCore(source);
  addVersion(join(folder, "schemas"));
  await generate({ schemasDir: join(folder, "schemas"), outDir: folder });
  const outfile = join(folder, "core.mjs");
  await build({ entryPoints: [join(source, "index.ts")], outfile, bundle: true, format: "esm", logLevel: "error" });
  return (await import(pathToFileURL(outfile).href)) as Core;
}
