/** Requests of the chat-completions dialect as they are written. Lists are not `readonly`, since the official client takes none that are. */

import type { JsonObject } from "@parlance/core";

export interface TextPartWire {
  readonly type: "text";
  readonly text: string;
}

export interface ImagePartWire {
  readonly type: "image_url";
  readonly image_url: {
    /** `http`, `https` or `data:`. */
    readonly url: string;
    readonly detail?: "auto" | "low" | "high";
  };
}

export type UserPartWire = TextPartWire | ImagePartWire;

export interface SystemMessageWire {
  readonly role: "system";
  readonly content: string | TextPartWire[];
  readonly name?: string;
}

/** What reasoning models have in place of a system message. */
export interface DeveloperMessageWire {
  readonly role: "developer";
  readonly content: string | TextPartWire[];
  readonly name?: string;
}

export interface UserMessageWire {
  readonly role: "user";
  readonly content: string | UserPartWire[];
  readonly name?: string;
}

export interface ToolCallWire {
  readonly id: string;
  readonly type: "function";
  readonly function: {
    readonly name: string;
    /** Text of a JSON object. */
    readonly arguments: string;
  };
}

export interface AssistantMessageWire {
  readonly role: "assistant";
  /** Null for an answer of calls or a refusal alone; servers differ on whether the empty text or no member at all would do. */
  readonly content: string | TextPartWire[] | null;
  readonly refusal?: string;
  /** What the model thought before it answered, where the server takes it back. */
  readonly reasoning?: string;
  /** The same under the name that other servers read. */
  readonly reasoning_content?: string;
  /** What the model spoke, where the server keeps it. */
  readonly audio?: { readonly id: string };
  readonly name?: string;
  readonly tool_calls?: ToolCallWire[];
}

export interface ToolMessageWire {
  readonly role: "tool";
  readonly tool_call_id: string;
  /** Text only, without a flag for failures. */
  readonly content: string | TextPartWire[];
}

export type MessageWire =
  | SystemMessageWire
  | DeveloperMessageWire
  | UserMessageWire
  | AssistantMessageWire
  | ToolMessageWire;

export interface ToolWire {
  readonly type: "function";
  readonly function: {
    readonly name: string;
    readonly description: string;
    /** Mutable in the official client's type alone; the value is frozen. */
    readonly parameters: { [name: string]: JsonObject[string] };
    readonly strict?: boolean;
  };
}

export type ToolChoiceWire =
  | "auto"
  | "none"
  | "required"
  | { readonly type: "function"; readonly function: { readonly name: string } };

/** What every server of the dialect takes. */
export interface CommonRequestWire {
  readonly stream?: true;
  readonly stream_options?: { readonly include_usage: true };
  readonly tools?: ToolWire[];
  readonly tool_choice?: ToolChoiceWire;
  readonly parallel_tool_calls?: boolean;
  readonly temperature?: number;
  readonly top_p?: number;
  readonly stop?: string[];
  readonly seed?: number;
  readonly frequency_penalty?: number;
  readonly presence_penalty?: number;
  readonly reasoning_effort?: "none" | "minimal" | "low" | "medium" | "high" | "max";
}
