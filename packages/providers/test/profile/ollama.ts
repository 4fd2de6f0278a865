/** The stricter profile of Ollama's requests. */

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

const OPTIONS =
  "temperature top_p top_k min_p num_predict stop seed frequency_penalty presence_penalty repeat_penalty num_ctx";

export function ollamaFaults(body: JsonRecord, options: ProfileOptions = {}): readonly Fault[] {
  const messages = recordsOf(body.messages);
  return [
    ...plainFaults(body, "", ["messages", "tools", "tool_calls", "images"]),
    ...strangers(body, "model messages tools stream think options", ""),
    ...(typeof body.stream === "boolean" ? [] : ["/stream is left to the server"]),
    ...streamFaults(body, options),
    ...(isRecord(body.options) ? strangers(body.options, OPTIONS, "/options") : []),
    ...messages.flatMap((message, at) => messageFaults(message, `/messages/${at}`)),
    ...pairingFaults(messages.map((message, at) => turnOf(message, `/messages/${at}`))),
    ...allToolFaults(body),
  ];
}

function turnOf(message: JsonRecord, path: string) {
  const calls = recordsOf(message.tool_calls).map(({ id }, at) => ({
    id: String(id),
    path: `${path}/tool_calls/${at}/id`,
  }));
  const isResult = message.role === "tool";
  const results = isResult ? [{ id: String(message.tool_call_id), path: `${path}/tool_call_id` }] : [];
  return { path, calls, results, isResultsAlone: isResult };
}

function messageFaults(message: JsonRecord, path: string): readonly Fault[] {
  const { role, content, images, tool_calls } = message;
  return [
    ...textFault(role, /^(system|user|assistant|tool)$/, `${path}/role`),
    ...(typeof content === "string" ? [] : [`${path}/content is not text`]),
    ...strangers(message, membersOf(role), path),
    ...imagesFaults(images, path),
    ...(role === "tool" ? textFault(message.tool_name, /^.+$/s, `${path}/tool_name`) : []),
    ...recordsOf(tool_calls).flatMap((call, at) => callFaults(call, `${path}/tool_calls/${at}`)),
  ];
}

function membersOf(role: Json | undefined): string {
  if (role === "assistant") return "role content thinking images tool_calls";
  return role === "tool" ? "role content images tool_name tool_call_id" : "role content images";
}

function imagesFaults(images: Json | undefined, path: string): readonly Fault[] {
  if (!Array.isArray(images)) return images === undefined ? [] : [`${path}/images is not a list`];
  return images.flatMap((image, at) => textFault(image, /^[A-Za-z0-9+/=]+$/, `${path}/images/${at}`));
}

function callFaults({ id, function: called, ...rest }: JsonRecord, path: string): readonly Fault[] {
  if (!isRecord(called)) return [`${path} is not a function`];
  return [
    ...strangers(rest, "", path),
    ...textFault(id, /^.+$/s, `${path}/id`),
    ...strangers(called, "index name arguments", `${path}/function`),
    ...textFault(called.name, /^.+$/s, `${path}/function/name`),
    ...(isRecord(called.arguments) ? [] : [`${path}/function/arguments is not an object`]),
  ];
}

function allToolFaults({ tools, tool_choice }: JsonRecord): readonly Fault[] {
  const functions = recordsOf(tools).map((tool) => (isRecord(tool.function) ? tool.function : {}));
  return [
    ...toolFaults(
      functions.map(({ name }) => name),
      undefined,
      tool_choice !== undefined,
    ),
    ...functions.flatMap((tool, at) => toolFault(tool, `/tools/${at}/function`)),
  ];
}

function toolFault(tool: JsonRecord, path: string): readonly Fault[] {
  const { parameters } = tool;
  if (!isRecord(parameters)) return [`${path}/parameters is not an object`];
  return [
    ...strangers(tool, "name description parameters", path),
    ...strangers(parameters, "type $defs items required properties", `${path}/parameters`),
    ...(parameters.type === "object" ? [] : [`${path}/parameters/type is not object`]),
    ...propertiesFaults(parameters.properties, `${path}/parameters/properties`),
  ];
}

function propertiesFaults(properties: Json | undefined, path: string): readonly Fault[] {
  if (properties === undefined) return [];
  if (!isRecord(properties)) return [`${path} is not an object`];
  return Object.entries(properties).flatMap(([name, schema]) => {
    const here = `${path}/${name}`;
    if (!isRecord(schema)) return [`${here} is not an object`];
    return [
      ...strangers(schema, "anyOf type items description enum properties required", here),
      ...propertiesFaults(schema.properties, `${here}/properties`),
    ];
  });
}
