/** Everything of `@parlance/runtime/ledger`. Adding an export here makes it API. */

export { createFolderLedger } from "./folder-ledger.js";
export { LedgerError } from "./ledger-error.js";
