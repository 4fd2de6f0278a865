/** Builds text messages part by part. */

import type { Part, TextMessage } from "@parlance/core";
import * as generated from "../../generated/builders/text-message.gen.js";
import type { MessageKind } from "../../shared/construct-message.js";
import { type TextMessageRules, textKind } from "../text-message.js";

export class TextMessageBuilder extends generated.TextMessageBuilder {
  static override create(options?: TextMessageRules): TextMessageBuilder {
    return new TextMessageBuilder(options);
  }

  protected override get kind(): MessageKind<TextMessage> {
    return textKind(this.surroundings);
  }

  /** Adds a piece of text; read together, pieces are joined without a separator. */
  withText(text: string): this {
    return this.withPart({ type: "text", text });
  }

  /** Adds a part of any type. */
  withPart(part: Part): this {
    return this.append("parts", part);
  }
}
