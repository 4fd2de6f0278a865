/** The stricter profile of OpenAI's and vLLM's requests. */

import {
  type Fault,
  isRecord,
  type Json,
  type JsonRecord,
  listOf,
  type PlacedId,
  type ProfileOptions,
  pairingFaults,
  plainFaults,
  recordsOf,
  strangers,
  streamFaults,
  textFault,
  toolFaults,
} from "./rules.js";
import { strictFaults } from "./strict.js";

interface Dialect {
  readonly members: string;
  readonly assistantMembers: string;
  readonly ids: RegExp;
  readonly roles: RegExp;
  /** One system message at the start, then roles that take turns. */
  readonly takesTurns: boolean;
  readonly systemAnywhere?: boolean;
  readonly maxStops: number;
}

const COMMON =
  "model messages stream stream_options tools tool_choice parallel_tool_calls temperature top_p stop seed frequency_penalty presence_penalty reasoning_effort";

const OPENAI: Dialect = {
  members: `${COMMON} max_completion_tokens`,
  assistantMembers: "role content refusal name tool_calls",
  ids: /^[a-zA-Z0-9_-]{1,40}$/,
  roles: /^(system|developer|user|assistant|tool)$/,
  takesTurns: false,
  maxStops: 4,
};

const VLLM: Dialect = {
  members: `${COMMON} max_tokens top_k min_p repetition_penalty`,
  assistantMembers: "role content reasoning name tool_calls",
  ids: /^.+$/s,
  roles: /^(system|user|assistant|tool)$/,
  takesTurns: true,
  maxStops: Number.POSITIVE_INFINITY,
};

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

export function openAiFaults(body: JsonRecord, options: ProfileOptions = {}): readonly Fault[] {
  return [
    ...faultsOf(body, OPENAI),
    ...streamFaults(body, options),
    ...(typeof body.model === "string" ? [] : ["/model is missing"]),
    ...functionsOf(body).flatMap(({ strict, parameters }, at) =>
      strict === true ? strictFaults(parameters, `/tools/${at}/function/parameters`) : [],
    ),
  ];
}

/** Strict tools may have any parameters. */
export function vllmFaults(body: JsonRecord, options: ProfileOptions = {}): readonly Fault[] {
  const dialect = options.isInPlace === true ? { ...VLLM, systemAnywhere: true } : VLLM;
  return [...faultsOf(body, dialect), ...streamFaults(body, options)];
}

function faultsOf(body: JsonRecord, dialect: Dialect): readonly Fault[] {
  const messages = recordsOf(body.messages);
  const turns = messages.map((message, at) => turnOf(message, `/messages/${at}`));
  return [
    ...plainFaults(body, "", ["messages", "tools", "tool_calls", "content", "stop"]),
    ...strangers(body, dialect.members, ""),
    ...(listOf(body.stop).length > dialect.maxStops ? ["/stop has too many texts"] : []),
    ...(body.stream_options !== undefined && body.stream !== true ? ["/stream_options is without a stream"] : []),
    ...messages.flatMap((message, at) => messageFaults(message, `/messages/${at}`, dialect)),
    ...pairingFaults(turns),
    ...(dialect.takesTurns ? turnFaults(messages, dialect) : []),
    ...allToolFaults(body),
  ];
}

function turnOf(message: JsonRecord, path: string) {
  const calls = recordsOf(message.tool_calls).map(({ id }, at) => placed(id, `${path}/tool_calls/${at}/id`));
  const isResult = message.role === "tool";
  const results = isResult ? [placed(message.tool_call_id, `${path}/tool_call_id`)] : [];
  return { path, calls, results, isResultsAlone: isResult };
}

function placed(id: Json | undefined, path: string): PlacedId {
  return { id: String(id), path };
}

function messageFaults(message: JsonRecord, path: string, dialect: Dialect): readonly Fault[] {
  return [
    ...textFault(message.role, dialect.roles, `${path}/role`),
    ...contentFaults(message, path),
    ...memberFaults(message, path, dialect),
    ...recordsOf(message.tool_calls).flatMap((call, at) => callFaults(call, `${path}/tool_calls/${at}`, dialect)),
  ];
}

function memberFaults(message: JsonRecord, path: string, dialect: Dialect): readonly Fault[] {
  if (message.role === "assistant") return strangers(message, dialect.assistantMembers, path);
  if (message.role === "tool") return strangers(message, "role content tool_call_id", path);
  return strangers(message, "role content name", path);
}

/** Null is for answers that say something else; parts other than text are for users. */
function contentFaults({ role, content, tool_calls, refusal, reasoning }: JsonRecord, path: string): readonly Fault[] {
  if (typeof content === "string") return [];
  if (content === null && role === "assistant") {
    const saysMore = tool_calls !== undefined || refusal !== undefined || reasoning !== undefined;
    return saysMore ? [] : [`${path} says nothing`];
  }
  if (!Array.isArray(content)) return [`${path}/content is neither text nor parts`];
  return recordsOf(content).flatMap((part, at) => partFaults(part, role, `${path}/content/${at}`));
}

/** Parts that are sent back as they came: what they are about is in the member that has their type's name. */
function isOwnPart({ type, ...members }: JsonRecord): boolean {
  const isKnown = type === "input_audio" || type === "file" || type === "audio_url" || type === "video_url";
  const held = isKnown ? members[type] : undefined;
  return typeof held === "object" && held !== null && !Array.isArray(held);
}

function partFaults(part: JsonRecord, role: Json | undefined, path: string): readonly Fault[] {
  if (part.type === "text") return strangers(part, "type text", path);
  if (role === "user" && isOwnPart(part)) return [];
  if (part.type !== "image_url" || role !== "user") return [`${path} is not a part of this role`];
  const { image_url } = part;
  if (!isRecord(image_url)) return [`${path}/image_url is not an object`];
  return [...strangers(image_url, "url detail", path), ...textFault(image_url.url, /^(https?:|data:image\/)/, path)];
}

function callFaults(
  { id, type, function: called, ...rest }: JsonRecord,
  path: string,
  { ids }: Dialect,
): readonly Fault[] {
  if (!isRecord(called) || type !== "function") return [`${path} is not a function`];
  return [
    ...strangers(rest, "", path),
    ...textFault(id, ids, `${path}/id`),
    ...textFault(called.name, NAME, `${path}/function/name`),
    ...(isObjectText(called.arguments) ? [] : [`${path}/function/arguments is not text of an object`]),
  ];
}

function isObjectText(text: Json | undefined): boolean {
  if (typeof text !== "string") return false;
  try {
    return isRecord(JSON.parse(text) as Json);
  } catch {
    return false;
  }
}

function turnFaults(messages: readonly JsonRecord[], { systemAnywhere = false }: Dialect): readonly Fault[] {
  return messages.flatMap(({ role }, at) => {
    if (role === "system")
      return at === 0 || systemAnywhere ? [] : [`/messages/${at} is a system message after the start`];
    return role !== "tool" && role === messages[at - 1]?.role ? [`/messages/${at} is of the same role as before`] : [];
  });
}

function functionsOf({ tools }: JsonRecord): readonly JsonRecord[] {
  return recordsOf(tools).map((tool) => (isRecord(tool.function) ? tool.function : {}));
}

function allToolFaults(body: JsonRecord): readonly Fault[] {
  const { tool_choice, parallel_tool_calls } = body;
  const functions = functionsOf(body);
  const choice = isRecord(tool_choice) && isRecord(tool_choice.function) ? tool_choice.function.name : undefined;
  return [
    ...toolFaults(
      functions.map(({ name }) => name),
      choice,
      tool_choice !== undefined,
    ),
    ...(parallel_tool_calls !== undefined && functions.length === 0 ? ["/parallel_tool_calls is without tools"] : []),
    ...functions.flatMap((tool, at) => toolFault(tool, `/tools/${at}/function`)),
  ];
}

function toolFault(tool: JsonRecord, path: string): readonly Fault[] {
  const { parameters } = tool;
  return [
    ...strangers(tool, "name description parameters strict", path),
    ...textFault(tool.name, NAME, `${path}/name`),
    ...(isRecord(parameters) ? [] : [`${path}/parameters is not an object`]),
  ];
}
