/** What the packages of this project share with builders. For nobody else: anything here may change in any release. */

export { inferLanguage } from "./files/language.js";
export { fencedContent, promptHeader } from "./files/prompt.js";
export { repairDecoded } from "./history/repair/repair-messages.js";
export { newUuid } from "./shared/surroundings.js";
export { defineTool } from "./tools/define.js";
