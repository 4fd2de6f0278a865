/** Everything of `@parlance/runtime/files`. Adding an export here makes it API. */

export { FileAccessError, type FileAccessFacts, type FileErrorCode } from "./file-access-error.js";
export { FileContext, type ReadFileContextOptions } from "./file-context.js";
export type { FileOptions } from "./file-options.js";
export { type AbsolutePaths, DEFAULT_FILE_POLICY, type FilePolicy, type FileRight } from "./file-policy.js";
export type { LineRange } from "./line-collector.js";
export { resolveFile } from "./resolve-file.js";
