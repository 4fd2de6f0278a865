/** What the official clients make of recorded answers that is wrong, or that they give up on. */

export interface ClientFault {
  /** What differs from what this library understands. */
  readonly members: string;
  readonly because: string;
}

const NO_LAST_LINE = "the last event has no empty line after it, so that the client never sees the end";
const CUT_OFF = "the client reads as much of cut-off arguments as it can, so that they look whole";
const PARTS = "the client hands out a list of parts where its own type has a text";
const TWO_ANSWERS = "the client takes no second `message_start`; the recording has two answers behind each other";

/** By the source of the recording. */
export const CLIENT_FAULTS: { readonly [source: string]: ClientFault } = {
  "vercel/ai:packages/mistral/src/__fixtures__/mistral-tool-call.chunks.txt#0": {
    members: "calls",
    because: "the client loses calls that have no index",
  },
  "vercel/ai:packages/cerebras/src/fixtures/cererebras-structured-output-tools.1.chunks.txt#0": {
    members: "calls",
    because: "the client tells calls apart by index alone",
  },
  "openai-php/client:tests/Fixtures/Streams/ChatCompletionCreate.txt#0": {
    members: "text calls failed finish",
    because: "the client takes events without empty lines between them for one event, which is not JSON",
  },
  "pydantic/pydantic-ai:tests/models/cassettes/test_mistral/test_mistral_model_thinking_part.yaml#1": {
    members: "text reasoning",
    because: PARTS,
  },
  "vercel/ai:packages/mistral/src/__fixtures__/mistral-reasoning.json#0": { members: "text reasoning", because: PARTS },
  "anthropics/anthropic-sdk-python:tests/lib/streaming/fixtures/incomplete_partial_json_response.txt#0": {
    members: "calls failed",
    because: `${CUT_OFF}; ${NO_LAST_LINE}`,
  },
  "anthropics/anthropic-sdk-typescript:tests/lib/fixtures/incomplete_partial_json_response.txt#0": {
    members: "calls",
    because: CUT_OFF,
  },
  "anthropics/anthropic-sdk-python:tests/lib/streaming/fixtures/fallback_response.txt#0": {
    members: "failed",
    because: NO_LAST_LINE,
  },
  "anthropics/anthropic-sdk-python:tests/lib/streaming/fixtures/basic_response.txt#0": {
    members: "failed",
    because: NO_LAST_LINE,
  },
  "YumchaLabs/siumai:siumai/tests/fixtures/anthropic/refusal_stop_reason.sse#0": {
    members: "failed finish",
    because: "the client throws for a stream without `message_start`",
  },
  "patterns-ai-core/langchainrb:spec/fixtures/llm/anthropic/chat_stream_with_empty_tool_input.json#0": {
    members: "failed usage",
    because: "the client throws for an answer without counts",
  },
  "vercel/ai:packages/anthropic/src/__fixtures__/anthropic-tool-search-deferred-bm25.chunks.txt#0": {
    members: "text calls others failed finish usage",
    because: TWO_ANSWERS,
  },
  "YumchaLabs/siumai:siumai/tests/fixtures/anthropic/messages-stream/anthropic-tool-search-bm25.1.chunks.txt#0": {
    members: "text failed finish usage",
    because: TWO_ANSWERS,
  },
};
