/** The stricter profile of Anthropic's requests. */

import {
  type Fault,
  isRecord,
  type Json,
  type JsonRecord,
  type ProfileOptions,
  pairingFaults,
  plainFaults,
  recordsOf,
  strangers,
  streamFaults,
  textFault,
  toolFaults,
} from "./rules.js";

const ID = /^[a-zA-Z0-9_-]+$/;
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const MEMBERS =
  "model max_tokens system messages tools tool_choice temperature top_p top_k stop_sequences thinking output_config stream";

export function anthropicFaults(body: JsonRecord, options: ProfileOptions = {}): readonly Fault[] {
  const { isInPlace = false } = options;
  const messages = recordsOf(body.messages);
  const roles = isInPlace ? /^(user|assistant|system)$/ : /^(user|assistant)$/;
  return [
    ...plainFaults(body),
    ...["messages", "tools", "system"].flatMap((name) => emptyListFault(body[name], `/${name}`)),
    ...strangers(body, MEMBERS, ""),
    ...streamFaults(body, options),
    ...(typeof body.model === "string" ? [] : ["/model is missing"]),
    ...(typeof body.max_tokens === "number" ? [] : ["/max_tokens is missing"]),
    ...recordsOf(body.system).flatMap((block, at) => textFaults(block, `/system/${at}`)),
    ...messages.flatMap((message, at) => messageFaults(message, roles, `/messages/${at}`)),
    ...messages.flatMap(({ role }, at) =>
      role === messages[at - 1]?.role ? [`/messages/${at} is of the same role as before`] : [],
    ),
    ...pairingFaults(messages.map((message, at) => turnOf(message, `/messages/${at}`))),
    ...prefillFaults(messages),
    ...samplingFaults(body),
    ...thinkingFaults(body),
    ...allToolFaults(body),
    ...(breakpointsIn([body.tools ?? [], body.system ?? [], body.messages ?? []]) > 4
      ? ["/ has more than 4 breakpoints"]
      : []),
  ];
}

/** Of the prompt cache; arguments and schemas may have any member. */
function breakpointsIn(value: Json): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + breakpointsIn(item), 0);
  if (!isRecord(value)) return 0;
  return (isRecord(value.cache_control) ? 1 : 0) + breakpointsIn(value.content ?? []);
}

/** Blocks of the provider's own tools go back as they came, with whatever lists they have. */
function emptyListFault(value: Json | undefined, path: string): readonly Fault[] {
  return Array.isArray(value) && value.length === 0 ? [`${path} is an empty list`] : [];
}

function blocksOf(message: JsonRecord): readonly JsonRecord[] {
  return typeof message.content === "string" ? [{ type: "text", text: message.content }] : recordsOf(message.content);
}

/** A turn of results may say more after them. */
function turnOf(message: JsonRecord, path: string) {
  const ids = (type: string, name: string) =>
    blocksOf(message).flatMap((block, at) =>
      block.type === type ? [{ id: String(block[name]), path: `${path}/content/${at}/${name}` }] : [],
    );
  return { path, calls: ids("tool_use", "id"), results: ids("tool_result", "tool_use_id"), isResultsAlone: false };
}

function messageFaults(message: JsonRecord, roles: RegExp, path: string): readonly Fault[] {
  const blocks = blocksOf(message);
  const afterOthers = blocks.findIndex(
    ({ type }, at) => type === "tool_result" && at > 0 && blocks[at - 1]?.type !== "tool_result",
  );
  return [
    ...strangers(message, "role content", path),
    ...textFault(message.role, roles, `${path}/role`),
    ...emptyListFault(message.content, `${path}/content`),
    ...(blocks.length > 0 ? [] : [`${path} says nothing`]),
    ...(afterOthers === -1 ? [] : [`${path}/content/${afterOthers} is a result after other blocks`]),
    ...blocks.flatMap((block, at) => blockFaults(block, message.role, `${path}/content/${at}`)),
  ];
}

function blockFaults(block: JsonRecord, role: Json | undefined, path: string): readonly Fault[] {
  const isOf = (owner: string): readonly Fault[] => (role === owner ? [] : [`${path} is not a block of this role`]);
  switch (block.type) {
    case "text":
      return textFaults(block, path);
    case "image":
      return [...isOf("user"), ...sourceFaults(block.source, path)];
    case "thinking":
      return [...isOf("assistant"), ...textFault(block.signature, /^.+$/s, `${path}/signature`)];
    case "redacted_thinking":
      return [...isOf("assistant"), ...textFault(block.data, /^.+$/s, `${path}/data`)];
    case "tool_use":
      return [...isOf("assistant"), ...callFaults(block, path)];
    case "tool_result":
      return [...isOf("user"), ...resultFaults(block, path)];
    default:
      return [];
  }
}

/** Neither empty nor white space alone. */
function textFaults(block: JsonRecord, path: string): readonly Fault[] {
  return [
    ...strangers(block, "type text cache_control citations", path),
    ...textFault(block.text, /\S/, `${path}/text`),
  ];
}

function sourceFaults(source: Json | undefined, path: string): readonly Fault[] {
  if (!isRecord(source)) return [`${path}/source is not an object`];
  if (source.type === "url") return textFault(source.url, /^https?:/, `${path}/source/url`);
  if (source.type === "file") return textFault(source.file_id, /./, `${path}/source/file_id`);
  return [
    ...textFault(source.type, /^base64$/, `${path}/source/type`),
    ...textFault(source.media_type, /^image\/(jpeg|png|gif|webp)$/, `${path}/source/media_type`),
    ...textFault(source.data, /^[A-Za-z0-9+/=]+$/, `${path}/source/data`),
  ];
}

function callFaults(block: JsonRecord, path: string): readonly Fault[] {
  return [
    ...strangers(block, "type id name input caller cache_control", path),
    ...textFault(block.id, ID, `${path}/id`),
    ...textFault(block.name, NAME, `${path}/name`),
    ...(isRecord(block.input) ? [] : [`${path}/input is not an object`]),
  ];
}

function resultFaults(block: JsonRecord, path: string): readonly Fault[] {
  const { content, is_error } = block;
  const inside = typeof content === "string" ? [{ type: "text", text: content }] : recordsOf(content);
  return [
    ...strangers(block, "type tool_use_id content is_error cache_control", path),
    ...textFault(block.tool_use_id, ID, `${path}/tool_use_id`),
    ...emptyListFault(content, `${path}/content`),
    ...(is_error === true && inside.length === 0 ? [`${path} is a failure without words`] : []),
    ...inside.flatMap((one, at) => blockFaults(one, "user", `${path}/content/${at}`)),
  ];
}

/** The last turn of the assistant is one that the model goes on with. */
function prefillFaults(messages: readonly JsonRecord[]): readonly Fault[] {
  const last = messages.at(-1);
  if (last?.role !== "assistant") return [];
  const block = blocksOf(last).at(-1);
  return typeof block?.text === "string" && /\s$/.test(block.text) ? ["/messages ends in white space"] : [];
}

const WITHOUT_SAMPLING = /claude-opus-4-8/;
const WITH_BUDGET = /claude-(3-7|[a-z]+-4-([015](?!\d)|20))/;
const WITHOUT_THINKING = /claude-3-5/;

function samplingFaults({ model, temperature, top_p, top_k, thinking }: JsonRecord): readonly Fault[] {
  const name = String(model);
  const isThinking = isRecord(thinking) && thinking.type !== "disabled";
  const isOwn = WITHOUT_SAMPLING.test(name) || isThinking;
  const lowest = WITHOUT_SAMPLING.test(name) ? 0.99 : 0.95;
  return [
    ...(isOwn && temperature !== undefined && temperature !== 1 ? ["/temperature is refused"] : []),
    ...(isOwn && typeof top_p === "number" && top_p < lowest ? ["/top_p is refused"] : []),
    ...(isOwn && top_k !== undefined ? ["/top_k is refused"] : []),
    ...(/claude-[a-z]+-4-[1-9](?!\d)/.test(name) && temperature !== undefined && top_p !== undefined
      ? ["/top_p is refused beside a temperature"]
      : []),
  ];
}

/** Budgets for models that know no effort, and neither before a forced call. */
function thinkingFaults({ model, max_tokens, thinking, tool_choice, output_config }: JsonRecord): readonly Fault[] {
  if (!isRecord(thinking)) return [];
  const name = String(model);
  const { type, budget_tokens: budget } = thinking;
  const isForced = isRecord(tool_choice) && (tool_choice.type === "any" || tool_choice.type === "tool");
  const most = typeof max_tokens === "number" ? max_tokens : 0;
  return [
    ...(WITHOUT_THINKING.test(name) ? ["/thinking is of another model"] : []),
    ...(isForced && type !== "disabled" ? ["/thinking is refused before a forced call"] : []),
    ...(type === "adaptive" && WITH_BUDGET.test(name) ? ["/thinking has no budget"] : []),
    ...(output_config !== undefined && WITH_BUDGET.test(name) ? ["/output_config is of another model"] : []),
    ...(type === "enabled" && !WITH_BUDGET.test(name) ? ["/thinking has a budget"] : []),
    ...(type === "enabled" && !(typeof budget === "number" && budget >= 1024 && budget < most)
      ? ["/thinking/budget_tokens is out of range"]
      : []),
  ];
}

function allToolFaults({ tools, tool_choice }: JsonRecord): readonly Fault[] {
  const all = recordsOf(tools);
  return [
    ...toolFaults(
      all.map(({ name }) => name),
      isRecord(tool_choice) ? tool_choice.name : undefined,
      tool_choice !== undefined,
    ),
    ...all.flatMap((tool, at) => toolFault(tool, `/tools/${at}`)),
  ];
}

function toolFault(tool: JsonRecord, path: string): readonly Fault[] {
  const { input_schema } = tool;
  return [
    ...strangers(tool, "name description input_schema strict cache_control", path),
    ...textFault(tool.name, NAME, `${path}/name`),
    ...(isRecord(input_schema) && input_schema.type === "object" ? [] : [`${path}/input_schema is not an object`]),
  ];
}
