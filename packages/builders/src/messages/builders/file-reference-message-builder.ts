/** Builds file references by the rules of their factory. */

import type { FileReferenceMessage } from "@parlance/core";
import * as generated from "../../generated/builders/file-reference-message.gen.js";
import type { MessageKind } from "../../shared/construct-message.js";
import type { Surroundings } from "../../shared/surroundings.js";
import { FILE_REFERENCE } from "../file-reference-message.js";

export class FileReferenceMessageBuilder extends generated.FileReferenceMessageBuilder {
  static override create(surroundings?: Surroundings): FileReferenceMessageBuilder {
    return new FileReferenceMessageBuilder(surroundings);
  }

  protected override get kind(): MessageKind<FileReferenceMessage> {
    return FILE_REFERENCE;
  }
}
