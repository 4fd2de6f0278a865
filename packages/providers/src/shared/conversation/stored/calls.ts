/** Tool requests and results as the chat messages that say the same to a model. */

import type {
  ChatContent,
  RequestedToolCall,
  ToolCall,
  ToolRequestMessage,
  ToolResultData,
  ToolResultMessage,
  ToolResultStatus,
} from "@parlance/core";
import { chatMessageReader } from "@parlance/core/internal";
import { replaceMembers, stringifyJson } from "@parlance/core/json";
import type { ReportWriter } from "../../report/report-writer.js";
import { type PlacedMessage, stateMember } from "../placed.js";

/** The calls, without what was decided on them. */
export function requestMessage({ data, provider_state }: ToolRequestMessage, path: string): PlacedMessage {
  const tool_calls = Object.freeze(data.tool_calls.map(withoutApproval));
  return {
    message: chatMessageReader.parse(Object.freeze({ role: "assistant", tool_calls, ...stateMember(provider_state) })),
    path,
    content_path: `${path}/data`,
    call_paths: data.tool_calls.map((_, index) => `${path}/data/tool_calls/${index}`),
    approvals: data.tool_calls.map(({ approval }) => approval.status),
  };
}

function withoutApproval(call: RequestedToolCall): ToolCall {
  const plain: ToolCall & { readonly approval?: RequestedToolCall["approval"] } = call;
  return replaceMembers(plain, { approval: undefined });
}

/** What the model is told of a call that did not end well, besides the message of the error. */
const WORDS: Readonly<Record<Exclude<ToolResultStatus, "success">, string>> = {
  error: "The call failed.",
  denied: "The call was denied: it was not allowed to run.",
  cancelled: "The call was cancelled.",
  timeout: "The call took too long and was stopped.",
  interrupted: "The call was interrupted; its effects are unknown.",
};

/** The outcome in words; a status that chat messages do not have is said and reported. */
export function resultMessage(
  { data, provider_state }: ToolResultMessage,
  path: string,
  report: ReportWriter,
): PlacedMessage {
  const { status, tool_call_id } = data;
  const said = data.output_text !== undefined || status === "success" || status === "error";
  if (!said)
    report.add(
      "status_in_words",
      "rewritten",
      `${path}/data/status`,
      "a model is told in words how a call ended that did not run to its end",
    );
  const is_error = status !== "success";
  const { content, part_paths } = contentOfResult(data, path);
  return {
    message: chatMessageReader.parse({ role: "tool", tool_call_id, content, is_error, ...stateMember(provider_state) }),
    path,
    content_path: textPath(data, path),
    ...(part_paths === undefined ? {} : { part_paths }),
    call_id_path: `${path}/data/tool_call_id`,
  };
}

function textPath({ output_text }: ToolResultData, path: string): string {
  return `${path}/data/${output_text !== undefined ? "output_text" : "output"}`;
}

/** The text, and after it what the tool gave besides. */
function contentOfResult(
  data: ToolResultData,
  path: string,
): { readonly content: ChatContent; readonly part_paths?: readonly string[] } {
  const text = textOfResult(data);
  const { parts } = data;
  if (parts === undefined) return { content: text };
  const paths = parts.map((_, index) => `${path}/data/parts/${index}`);
  if (text === "") return { content: parts, part_paths: paths };
  return { content: [{ type: "text", text }, ...parts], part_paths: [textPath(data, path), ...paths] };
}

function textOfResult({ status, output, output_text, error }: ToolResultData): string {
  if (output_text !== undefined) return output_text;
  if (status === "success") return textOfOutput(output);
  const explained = error?.message ?? error?.code;
  const told = explained === undefined || explained === "" ? [] : [explained];
  const words = status === "error" && told.length > 0 ? [] : [WORDS[status]];
  return [...words, ...told, ...(output === undefined ? [] : [textOfOutput(output)])].join("\n");
}

function textOfOutput(output: ToolResultData["output"]): string {
  if (output === undefined) return "";
  return typeof output === "string" ? output : stringifyJson(output);
}
