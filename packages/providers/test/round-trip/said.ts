/** What a conversation says, taken apart into the smallest pieces that a provider may or may not be able to be told. */

import type { ChatMessage, ContentPart, ToolCall, ToolDefinition } from "@parlance/core";
import { canonicalJson } from "@parlance/core/json";
import type { Conversation } from "../../src/shared/types.js";

export interface Piece {
  /** JSON Pointer into the conversation. */
  readonly path: string;
  readonly kind: string;
  /** Whose message it is in; a tool's name or an option's for what is in no message. */
  readonly of: string;
  readonly value: string;
}

/** All pieces in their order. Options have no order; empty texts and defaults of the providers say nothing. */
export function piecesOf({ messages, system = "", tools = [], tool_choice, options = {} }: Conversation): Piece[] {
  const choice = typeof tool_choice === "object" ? tool_choice.name : tool_choice;
  return [
    ...piece("/system", "text", "system", system),
    ...([...messages] as ChatMessage[]).flatMap((message, at) => ofMessage(message, `/messages/${at}`)),
    ...tools.flatMap((tool, at) => ofTool(tool, `/tools/${at}`)),
    ...piece("/tool_choice", "choice", "", choice === "auto" ? undefined : choice),
    ...Object.entries(options)
      .sort()
      .flatMap(([name, value]) => {
        const isDefault = name === "parallel_tool_calls" && value === true;
        return piece(`/options/${name}`, "option", name, isDefault ? undefined : canonicalJson(value));
      }),
  ];
}

function piece(path: string, kind: string, of: string, value: string | undefined): Piece[] {
  return value === undefined || value === "" ? [] : [{ path, kind, of, value }];
}

function ofMessage(message: ChatMessage, path: string): Piece[] {
  const { role, content = [] } = message;
  const parts: readonly ContentPart[] = typeof content === "string" ? [{ type: "text", text: content }] : content;
  const isText = typeof content === "string";
  const calls = new Map(
    (message.role === "assistant" ? (message.tool_calls ?? []) : []).map((call, at) => [
      call.id,
      ofCall(call, `${path}/tool_calls/${at}`),
    ]),
  );
  return [
    ...(message.role === "tool" ? ofResult(message, path) : piece(`${path}/name`, "name", role, message.name)),
    ...parts.flatMap((part, at) =>
      part.type === "call_place"
        ? taken(calls, part.tool_call_id)
        : ofPart(part, role, isText ? `${path}/content` : `${path}/content/${at}`),
    ),
    ...[...calls.values()].flat(),
  ];
}

/** The pieces of a call in its place; they do not come again. */
function taken(calls: Map<string, Piece[]>, id: string): Piece[] {
  const pieces = calls.get(id) ?? [];
  calls.delete(id);
  return pieces;
}

function ofResult({ tool_call_id: id, is_error }: ChatMessage & { readonly role: "tool" }, path: string): Piece[] {
  return [...piece(path, "result", "tool", id), ...(is_error ? piece(path, "failed", "tool", id) : [])];
}

function ofPart(part: ContentPart, role: string, path: string): Piece[] {
  switch (part.type) {
    case "text":
    case "refusal":
      return piece(path, part.type, role, part.text);
    case "reasoning":
      return [
        ...piece(path, "reasoning", role, part.text),
        ...(part.provider_state ?? []).flatMap(({ kind, value }, at) =>
          piece(`${path}/provider_state/${at}`, "proof", role, `${kind} ${value}`),
        ),
      ];
    case "image":
      return ofImage(part, role, path);
    case "unknown":
      return piece(path, "part", role, canonicalJson(part.original));
    default:
      return piece(path, "part", role, canonicalJson(part));
  }
}

function ofImage({ source, detail }: ContentPart & { readonly type: "image" }, role: string, path: string): Piece[] {
  const isInline = source.type === "base64";
  const where = source.type === "url" ? source.url : source.type === "file_path" ? source.path : "";
  return [
    ...piece(path, "image", role, isInline ? source.data : where),
    ...piece(`${path}/source`, "image_type", role, isInline ? source.mime_type : undefined),
    ...piece(`${path}/detail`, "detail", role, detail === "auto" ? undefined : detail),
  ];
}

/** A call and its own text; that of one with a defect is all there is of its arguments. */
function ofCall({ id, name, arguments: args, arguments_text: text, defect }: ToolCall, path: string): Piece[] {
  const said = canonicalJson(defect === undefined ? args : { invalid_arguments: text ?? "{}" });
  return [
    ...piece(path, "call", "assistant", `${id} ${name} ${said}`),
    ...piece(`${path}/arguments_text`, "own_text", "assistant", defect === undefined ? text : undefined),
    ...piece(text === undefined ? path : `${path}/arguments_text`, "defect", "assistant", defect),
  ];
}

function ofTool({ name, description, parameters, strict }: ToolDefinition, path: string): Piece[] {
  return [
    ...piece(path, "tool", name, description),
    ...piece(`${path}/parameters`, "parameters", name, canonicalJson(parameters)),
    ...piece(`${path}/strict`, "strict", name, strict ? "true" : undefined),
  ];
}
