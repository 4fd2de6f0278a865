/** Loads ts-json-schema-generator, which brings a whole TypeScript along and is there only where somebody installed it. */

import type * as Library from "ts-json-schema-generator";
import { CommandFailure, errorCode } from "../failure.js";

export type Generator = typeof Library;

const NAME = "ts-json-schema-generator";

/** @throws CommandFailure that says what to install */
export async function loadGenerator(): Promise<Generator> {
  try {
    return await importPeer(NAME);
  } catch (error) {
    if (errorCode(error) !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new CommandFailure(`tool-schema needs one more package beside this command: npm install ${NAME}@2.4.0`);
  }
}

/** Bundlers follow only a literal and have to leave this alone, because it may not be there when they run. */
function importPeer(name: string): Promise<Generator> {
  return import(/* webpackIgnore: true */ /* @vite-ignore */ name);
}
