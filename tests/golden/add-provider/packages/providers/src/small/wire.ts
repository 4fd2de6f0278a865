/** The request of the API as it is sent. The name of the model, and whether the answer is streamed, are in the URL. */

import type { JsonObject } from "@parlance/core";

/** The body of `POST /models/{model}/stream`. */
export interface SmallRequest {
  readonly instructions?: string;
  readonly turns: SmallTurn[];
  readonly tools?: SmallTool[];
  readonly settings?: SmallSettings;
}

export interface SmallTurn {
  readonly by: "person" | "model" | "tool";
  readonly text: string;
  readonly calls?: SmallCall[];
  /** Of a tool: the id of the call. */
  readonly answers?: string;
}

export interface SmallCall {
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
}

export interface SmallTool {
  readonly name: string;
  readonly about: string;
  readonly input: JsonObject;
}

export interface SmallSettings {
  readonly temperature?: number;
  readonly limit?: number;
}
