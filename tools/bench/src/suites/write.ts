/** Messages and calls as factories make them: with id and time, validated and deeply frozen; in microseconds, since that is what a caller waits. */

import { ChatMessage, TextMessage, ToolCall, ToolDefinition, ToolRequestMessage } from "@parlance/builders";
import { CURRENT_VERSION } from "@parlance/core";
import { type Candidate, compare, type Effort } from "../measure.js";
import type { SuiteResult } from "./suite.js";

const COUNT = 2000;
const TEXT = "Please run the tests of the parser and tell me which of them fail.";
const CALL_ID = "call_0123456789";
const ARGUMENTS = { path: "src/parser.ts", start_line: 10, end_line: 40, flags: ["verbose", "cached"] };
const TWO_ARGUMENTS = { path: "src/parser.ts", start_line: 10 };
const TOOL = {
  name: "read_file",
  description: "Reads a file, or some lines of it.",
  parameters: {
    type: "object",
    properties: {
      path: { type: "string", description: "Relative to the workspace." },
      start_line: { type: "integer", minimum: 1 },
      end_line: { type: "integer", minimum: 1 },
    },
    required: ["path"],
  },
};
const CREATED = "2026-11-21T10:00:00.000Z";
const ID = "00000000-0000-4000-8000-000000000001";
const CALL = ToolCall.create(CALL_ID, "read_file", ARGUMENTS);

interface Subject {
  readonly column: string;
  readonly factory: () => object;
  /** The same members, neither checked nor frozen nor with an id of their own. */
  readonly literal: () => object;
}

const SUBJECTS: readonly Subject[] = [
  {
    column: "chat message",
    factory: () => ChatMessage.createUser(TEXT),
    literal: () => ({ role: "user", content: TEXT }),
  },
  {
    column: "text message",
    factory: () => TextMessage.user(TEXT),
    literal: () => enveloped("text", { role: "user", parts: [{ type: "text", text: TEXT }] }),
  },
  {
    column: "tool call",
    factory: () => ToolCall.create(CALL_ID, "read_file", ARGUMENTS),
    literal: () => ({ id: CALL_ID, name: "read_file", arguments: ARGUMENTS }),
  },
  {
    column: "tool call, 2 arguments",
    factory: () => ToolCall.create(CALL_ID, "read_file", TWO_ARGUMENTS),
    literal: () => ({ id: CALL_ID, name: "read_file", arguments: TWO_ARGUMENTS }),
  },
  {
    column: "tool definition",
    factory: () => ToolDefinition.create(TOOL),
    literal: () => ({ ...TOOL, strict: true }),
  },
  {
    column: "tool request",
    factory: () => ToolRequestMessage.create([ToolCall.create(CALL_ID, "read_file", ARGUMENTS)]),
    literal: () => enveloped("tool_request", { tool_calls: [{ ...CALL, approval: { status: "pending" } }] }),
  },
];

export async function measureWrite(effort: Effort): Promise<SuiteResult> {
  const cells = new Map<string, number[]>();
  for (const subject of SUBJECTS) {
    for (const { name, microseconds } of await compare(candidatesFor(subject), effort)) {
      cells.set(name, [...(cells.get(name) ?? []), microseconds / COUNT]);
    }
  }
  return {
    title: "Write by factory",
    unit: "one microsecond for one value",
    columns: SUBJECTS.map(({ column }) => column),
    rows: [...cells].map(([name, values]) => ({ name, cells: values })),
    digits: 2,
  };
}

function candidatesFor({ factory, literal }: Subject): Candidate[] {
  return [
    { name: "an object literal", run: () => made(literal) },
    { name: "parlance: the factory", run: () => made(factory) },
    { name: "structuredClone of the literal", run: () => made(() => structuredClone(literal())) },
  ];
}

function made(make: () => object): number {
  let kept: object = {};
  for (let at = 0; at < COUNT; at++) kept = make();
  return Object.keys(kept).length;
}

function enveloped(type: string, data: object): object {
  return { type, schema_version: CURRENT_VERSION, id: ID, created_at: CREATED, data };
}
