/** The command behind `npm run new-type`: writes what every message type begins with, and says what is left to do. */
import { fileURLToPath } from "node:url";
import { type StartedType, startType } from "./start-type.js";
import { TypeNameError } from "./type-names.js";

const SCHEMAS = fileURLToPath(new URL("../../../schemas", import.meta.url));

process.exitCode = main(process.argv[2], process.argv[3] ?? SCHEMAS);

function main(name: string | undefined, schemas: string): number {
  try {
    if (name === undefined) throw new TypeNameError("npm run new-type needs a name, such as audio-clip");
    console.log(nextSteps(startType(schemas, name)));
    return 0;
  } catch (error) {
    if (!(error instanceof TypeNameError)) throw error;
    console.error(`No message type was started: ${error.message}`);
    return 1;
  }
}

function nextSteps({ version, file, tag }: StartedType): string {
  return `schemas/v${version}/message/${file}.schema.json has one text; it is valid as it is. What is left to do:
  1. Write there what the message is for, what it carries, and what others need to know of it (x-role and its kin).
  2. Change schemas/v${version}/examples/${tag} with it, and give each rule an example that breaks it.
  3. Add a line to schemas/v${version}/CHANGELOG.md, and a changeset: npm run changeset
  4. npm run generate && npm test`;
}
