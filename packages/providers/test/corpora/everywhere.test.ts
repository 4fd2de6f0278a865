/** Recorded requests of every provider are read, go to every provider and come back, with nothing lost in silence. */

import { stringifyJson } from "@parlance/core/json";
import { describe, expect, it } from "vitest";
import * as anthropic from "../../src/anthropic/index.js";
import * as ollama from "../../src/ollama/index.js";
import * as openai from "../../src/openai/index.js";
import type { Conversation, ImportedConversation } from "../../src/shared/types.js";
import * as vllm from "../../src/vllm/index.js";
import { PROFILES } from "../profile/profile.js";
import { publishedSchema } from "../profile/published.js";
import { leavesOf, lostLeaves, type Same } from "./leaves.js";
import { isPresent, objectOf, objectsIn, recordsOf, textIn } from "./records.js";

const PROVIDERS = { openai, vllm, ollama, anthropic };
const NAMES = ["openai", "vllm", "ollama", "anthropic"] as const;

/** What a request needs that the recorded one may not have had. */
const OPTIONS = { model: "a-model", max_tokens: 1000 };

/** Words of a provider that the contract has other words for. */
const SAME_ON_READING: Same = [
  [/^\/tool_choice$/, "any"],
  [/^\/tool_choice\/disable_parallel_tool_use$/, "true"],
  [/^\/stream$/, "false"],
  [/\/input_audio\/format$/, "mp3"],
  [/\/input_audio\/format$/, "wav"],
];

/** Defaults, which providers do without, and words of the contract that they have other words for. */
const SAME_ON_WRITING: Same = [
  [/\/is_error$/, "false"],
  [/\/strict$/, "false"],
  [/^\/tool_choice$/, "auto"],
  [/^\/tool_choice$/, "required"],
  [/^\/options\/parallel_tool_calls$/, "true"],
  [/^\/options\/parallel_tool_calls$/, "false"],
  [/^\/options\/reasoning_effort$/, "none"],
  [/\/content\/\d+\/(reason|provider)$/, "unknown_type"],
  [/\/content\/\d+\/(reason|provider)$/, "anthropic"],
  [/\/provider_state\/\d+\/provider$/, "anthropic"],
  [/\/provider_state\/\d+\/kind$/, "signature"],
  [/\/provider_state\/\d+\/kind$/, "redacted_thinking"],
  [/\/provider_state\/\d+\/kind$/, "caller"],
  [/\/source\/mime_type$/, "image/png"],
  [/\/source\/mime_type$/, "image/jpeg"],
  [/\/source\/mime_type$/, "audio/mpeg"],
  [/\/source\/mime_type$/, "audio/wav"],
  [/\/source\/provider$/, "anthropic"],
  [/\/source\/provider$/, "openai"],
];

/** Defaults, which are not sent. */
const SAME_AGAIN: Same = [
  [/^\/tool_choice$/, "auto"],
  [/^\/options\/parallel_tool_calls$/, "true"],
];

/** Of a call the model's own text is all that is sent, and its arguments were read from it. */
function saidBy({ messages, tools, tool_choice, options }: Conversation | ImportedConversation): unknown {
  const text = stringifyJson({ messages: [...messages], tools, tool_choice: tool_choice ?? null, options } as never);
  return JSON.parse(text, (_, value) => {
    if (typeof value !== "object" || value === null || !("arguments_text" in value)) return value;
    return value.defect === undefined ? { ...value, arguments_text: null } : { ...value, defect: null };
  });
}

function plain(value: unknown): unknown {
  return JSON.parse(stringifyJson(value as never));
}

describe.runIf(isPresent("requests to everywhere"))("recorded requests", () => {
  it.each(NAMES)(
    "recorded requests of %s are read with everything that they say, or the report tells what is lost",
    (from) => {
      const records = recordsOf(`${from}.request`);
      let leaves = 0;
      for (const { body, source } of records) {
        const imported = PROVIDERS[from].importRequest(body);
        const written = plain(body);
        expect(lostLeaves(written, saidBy(imported), imported.report, SAME_ON_READING), source).toEqual([]);
        leaves += leavesOf(written).length;
      }
      console.log(`${from}: ${records.length} requests with ${leaves} values`);
    },
  );

  it.each(NAMES)(
    "recorded requests of %s keep the role of every message, or the report tells the other one",
    (from) => {
      const others = { function: "tool", developer: "system" } as Readonly<Record<string, string>>;
      let told = 0;
      for (const { body, source } of recordsOf(`${from}.request`)) {
        const { messages, report } = PROVIDERS[from].importRequest(body);
        const given = objectsIn(objectOf(body).messages).map(({ role }) => textIn(role));
        const reported = report.filter(({ code }) => code === "developer_as_system").map(({ path }) => path);
        const developers = given.flatMap((role, at) => (role === "developer" ? [`/messages/${at}/role`] : []));
        expect(reported, source).toEqual(developers);
        told += reported.length;
        // A message of Anthropic's may become several.
        if (from === "anthropic") continue;
        expect(
          messages.map(({ role }) => role),
          source,
        ).toEqual(given.map((role) => others[role] ?? role));
      }
      console.log(`${from}: ${told} developers`);
    },
  );

  it.each(NAMES)(
    "recorded requests of %s become good requests to all four that say the same, or the report tells what is lost",
    (from) => {
      for (const to of NAMES) {
        const counts = { requests: 0, reported: 0, values: 0 };
        const faultsBySchema = publishedSchema(to);
        for (const { body: recorded, source } of recordsOf(`${from}.request`)) {
          const imported = PROVIDERS[from].importRequest(recorded);
          const conversation = { ...imported, options: { ...OPTIONS, ...imported.options } };
          const { body, report } = PROVIDERS[to].toRequest(conversation);
          const written = JSON.parse(stringifyJson(body));
          expect([...PROFILES[to](written), ...faultsBySchema(written)], source).toEqual([]);
          const said = saidBy(conversation);
          expect(lostLeaves(said, written, report, SAME_ON_WRITING), `${source} to ${to}`).toEqual([]);
          counts.requests++;
          counts.reported += report.length > 0 ? 1 : 0;
          counts.values += leavesOf(said).length;
        }
        console.log(`${from} to ${to}:`, counts);
      }
    },
  );

  it.each(NAMES)(
    "recorded requests of %s come back to it with the same meaning, or the reports tell what is lost",
    (from) => {
      const { importRequest, toRequest } = PROVIDERS[from];
      let values = 0;
      for (const { body, source } of recordsOf(`${from}.request`)) {
        const imported = importRequest(body);
        const conversation = { ...imported, options: { ...OPTIONS, ...imported.options } };
        const back = toRequest(conversation);
        const again = importRequest(back.body);
        const said = saidBy(conversation);
        expect(lostLeaves(said, saidBy(again), back.report, SAME_AGAIN), source).toEqual([]);
        values += leavesOf(said).length;
      }
      console.log(`${from} and back: ${values} values`);
    },
  );
});
