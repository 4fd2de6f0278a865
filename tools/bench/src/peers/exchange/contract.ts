/** What every library that speaks with providers is measured by. */
import type { Said } from "../../exchange/counts.js";
import type { Turn } from "../../exchange/turns.js";

export type Dialect = "openai" | "anthropic";

export interface Speaker {
  /** Reads a streamed answer to the final message. */
  readonly readStream?: (response: Response) => Promise<Said>;
  /** Reads a whole answer. */
  readonly readAnswer?: (response: Response) => Promise<Said>;
  /** Takes the conversation in the library's own form, made before the clock starts, and gives the text of the request. */
  readonly writerOf?: (turns: readonly Turn[]) => () => string | Promise<string>;
}

export interface ExchangePeer {
  readonly name: string;
  readonly speaks: { readonly [Name in Dialect]?: Speaker };
}
