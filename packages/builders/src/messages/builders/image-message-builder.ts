/** Builds image messages from any kind of source. */

import type { ImageMessage, MimeType } from "@parlance/core";
import * as generated from "../../generated/builders/image-message.gen.js";
import type { MessageKind } from "../../shared/construct-message.js";
import type { Surroundings } from "../../shared/surroundings.js";
import { IMAGE } from "../image-message.js";

export class ImageMessageBuilder extends generated.ImageMessageBuilder {
  static override create(surroundings?: Surroundings): ImageMessageBuilder {
    return new ImageMessageBuilder(surroundings);
  }

  protected override get kind(): MessageKind<ImageMessage> {
    return IMAGE;
  }

  /** The image is behind an absolute URL. */
  withUrl(url: string): this {
    return this.withSource({ type: "url", url });
  }

  /** The message carries the image's bytes, in padded base64. */
  withBase64(data: string, mimeType: MimeType): this {
    return this.withSource({ type: "base64", mime_type: mimeType, data });
  }

  /** The image is in a file. */
  withFilePath(path: string): this {
    return this.withSource({ type: "file_path", path });
  }
}
