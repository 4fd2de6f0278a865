/** One code for one defect: a number of a setting that is not whole, or outside of its bounds, whatever takes it. */

import { AgentRequest, McpResourceMessage, ToolDefinition } from "@parlance/builders";
import { type Issue, ValidationError } from "@parlance/core";
import { expect, it } from "vitest";
import { buildContext } from "../../src/context/index.js";
import { DEFAULT_FILE_POLICY, FileContext } from "../../src/files/index.js";
import { DEFAULT_IMAGE_LIMITS, DEFAULT_URL_POLICY, recogniseImage } from "../../src/images/index.js";
import { createHttpModel, runAgent } from "../../src/index.js";
import { createMcpResources, createResourceCache, fitResource } from "../../src/mcp/index.js";
import {
  createReplayLedger,
  createTool,
  createToolRegistry,
  decideCalls,
  executeCalls,
} from "../../src/tools/index.js";
import { imageMessage } from "../images/fixtures.js";
import { approved, requestOf } from "../tools/fixtures.js";

const http = { provider: "openai", base_url: "https://models.example", model: "m" } as const;
const registry = createToolRegistry([]);
const request = approved(requestOf(["1", "x"]));
const definition = ToolDefinition.create({ name: "x", description: "X.", parameters: { type: "object" } });
const traits = { category: "other", risk_level: "safe", capabilities: [] } as const;
const image = imageMessage(new Uint8Array([1]));
const files = { workspace: "/tmp", role: "planner" };

/** Each setting with what takes it. */
const SETTINGS: readonly (readonly [path: string, (bad: number) => unknown])[] = [
  ["/max_retries", (max_retries) => createHttpModel({ ...http, max_retries })],
  ["/max_retry_delay_ms", (max_retry_delay_ms) => createHttpModel({ ...http, max_retry_delay_ms })],
  ["/idle_timeout_ms", (idle_timeout_ms) => createHttpModel({ ...http, idle_timeout_ms })],
  [
    "/max_iterations",
    (max_iterations) => runAgent(AgentRequest.simple("Hi"), { model: createHttpModel(http), max_iterations }),
  ],
  ["/timeout_ms", (timeout_ms) => createTool({ definition, traits, timeout_ms, execute: () => 1 })],
  ["/approval_timeout_ms", (approval_timeout_ms) => decideCalls(request, { registry, approval_timeout_ms })],
  [
    "/max_concurrency",
    (max_concurrency) => executeCalls(request, { registry, ledger: createReplayLedger(), max_concurrency }),
  ],
  ["/budget/max_tokens", (max_tokens) => buildContext([], { budget: { max_tokens } })],
  ["/budget/reserve", (reserve) => buildContext([], { budget: { max_tokens: 5, reserve } })],
  ["/timeout_ms", (timeout_ms) => createMcpResources({ servers: {}, timeout_ms })],
  ["/policy/ttl_ms", (ttl_ms) => createMcpResources({ servers: {}, policy: { ttl_ms } })],
  [
    "/policy/max_server_ttl_ms",
    (max_server_ttl_ms) => createMcpResources({ servers: {}, policy: { max_server_ttl_ms } }),
  ],
  ["/max_entries", (max_entries) => createResourceCache({ max_entries })],
  [
    "/max_tokens",
    (max_tokens) => fitResource(McpResourceMessage.text("s", "u", "t"), { max_tokens, countTokens: () => 1 }),
  ],
  ["/limits/max_bytes", (max_bytes) => recogniseImage(image, { limits: { ...DEFAULT_IMAGE_LIMITS, max_bytes } })],
  ["/urls/max_redirects", (max_redirects) => recogniseImage(image, { urls: { ...DEFAULT_URL_POLICY, max_redirects } })],
  ["/start_line", (start_line) => FileContext.fromFile("a", { ...files, start_line })],
  ["/max_lines", (max_lines) => FileContext.fromFile("a", { ...files, max_lines })],
  [
    "/policy/max_file_bytes",
    (max_file_bytes) => FileContext.fromFile("a", { ...files, policy: { ...DEFAULT_FILE_POLICY, max_file_bytes } }),
  ],
];

async function issuesOf(take: () => unknown): Promise<readonly Issue[]> {
  try {
    await take();
  } catch (error) {
    if (ValidationError.isInstance(error)) return error.issues;
    throw error;
  }
  return expect.unreachable("nothing was refused");
}

it.each(SETTINGS)(
  "%s is refused as `bad_number` where it is not a whole number within its bounds",
  async (path, take) => {
    for (const bad of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      const issues = await issuesOf(() => take(bad));
      expect(issues.map(({ code, path: at, found }) => [code, at, found])).toEqual([
        ["bad_number", path, "another number"],
      ]);
      expect(issues[0]?.expected).toMatch(/^a whole number from [01] on$/);
    }
    expect((await issuesOf(() => take("1" as never))).map(({ code, found }) => [code, found])).toEqual([
      ["bad_number", "string"],
    ]);
  },
);
