/** What Anthropic's own client makes of an answer. */

import Anthropic from "@anthropic-ai/sdk";
import type { ContentBlock, Message, Usage } from "@anthropic-ai/sdk/resources/messages";
import { type Client, type Heard, heardUsage, NOTHING } from "./heard.js";

const REQUEST = { model: "a-model", max_tokens: 1000, messages: [{ role: "user" as const, content: "Hello." }] };

function clientOf(url: string): Anthropic {
  return new Anthropic({ apiKey: "none", baseURL: url, maxRetries: 0, logLevel: "off" });
}

async function heardWhole(url: string): Promise<Heard> {
  return heardInMessage(await clientOf(url).messages.create(REQUEST));
}

/** What the client's own accumulation gives; what had been accumulated when the stream fails. */
async function heardStreamed(url: string): Promise<Heard> {
  const stream = clientOf(url).messages.stream(REQUEST);
  let soFar: Message | undefined;
  stream.on("streamEvent", (_, snapshot) => {
    soFar = snapshot;
  });
  try {
    return heardInMessage(await stream.finalMessage());
  } catch (error) {
    if (!(error instanceof Anthropic.AnthropicError)) throw error;
    return { ...(soFar === undefined ? NOTHING : heardInMessage(soFar)), failed: true };
  }
}

function heardInMessage({ content, stop_reason, usage }: Message): Heard {
  return {
    text: content.map((block) => (block.type === "text" ? block.text : "")).join(""),
    reasoning: content.map((block) => (block.type === "thinking" ? block.thinking : "")).join(""),
    proofs: content.map(proofOf).filter(Boolean),
    refusal: "",
    calls: content.flatMap((block) =>
      block.type === "tool_use" ? [{ id: block.id, name: block.name, arguments: block.input }] : [],
    ),
    others: content.filter(isOther).map((block) => JSON.parse(JSON.stringify(block))),
    ...(stop_reason != null && { finish: stop_reason }),
    ...heardUsage(inputOf(usage), usage?.output_tokens),
    failed: false,
  };
}

function proofOf(block: ContentBlock): string {
  if (block.type === "thinking") return block.signature;
  return block.type === "redacted_thinking" ? block.data : "";
}

function isOther({ type }: ContentBlock): boolean {
  return type !== "text" && type !== "thinking" && type !== "redacted_thinking" && type !== "tool_use";
}

/** Servers that only say they speak as Anthropic does leave the counts out. */
function inputOf(usage: Partial<Usage> | undefined): number {
  const { input_tokens, cache_creation_input_tokens, cache_read_input_tokens } = usage ?? {};
  return (input_tokens ?? 0) + (cache_creation_input_tokens ?? 0) + (cache_read_input_tokens ?? 0);
}

export const anthropicClient: Client = { heardWhole, heardStreamed };
