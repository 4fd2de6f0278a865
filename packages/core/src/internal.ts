/** What the packages of this project share with core. For nobody else: anything here may change in any release. */

export type { Reader } from "./companion/reader.js";
export { hasMarker, markedBy } from "./errors/marker.js";
export { issue, issuesAt } from "./errors/rule-issue.js";
export { tell } from "./errors/tell.js";
export { SILENT } from "./errors/warning.js";
export { type NumberBounds, wholeNumberIssue } from "./errors/whole-number.js";
export { factsOfMessage, factsOfPart } from "./facts.js";
export {
  ChatMessage as chatMessageReader,
  InferenceOptions as inferenceOptionsReader,
  Message as messageReader,
  ToolDefinition as toolDefinitionReader,
} from "./generated/readers.gen.js";
export { ROOTS } from "./generated/roots.gen.js";
export { currentVersions } from "./history/current-versions.js";
export { followedMessages } from "./history/followed-messages.js";
export { copyMember } from "./json/copy-member.js";
export { frozenWithin } from "./json/frozen.js";
export { changedCopy } from "./json/replace-members.js";
export { sealJson } from "./json/sealed.js";
export { stringifyDecoded } from "./json/stringify.js";
export { MAX_BYTES } from "./reading/read-text.js";
export { OpenRecord } from "./records/open-record.js";
export { RecordScanner } from "./records/record-scanner.js";
export type { Layout, LayoutProblem, RecordSink } from "./records/sink.js";
export { knownRoot } from "./root/known-root.js";
export { isJsonObject, typeName } from "./runtime/check.js";
export { MAX_DEPTH } from "./runtime/freeze.js";
export { pointerKey, pointerSteps } from "./runtime/pointer.js";
export { isKnown, isKnownWithin, isWithinLevels, jsonWithin, type Known, sealedValue } from "./runtime/sealed.js";
export { codePointLength, lowerAscii } from "./runtime/text.js";
export { type FieldPath, fieldAt } from "./runtime/type-facts.js";
export { UNSEEN } from "./runtime/unseen.js";
export { base64Issues } from "./semantic/base64.js";
export { callPlaces, duplicateCallPlace, placeWithoutCall } from "./semantic/call-places.js";
export { duplicateCallIds } from "./semantic/duplicate-call-ids.js";
export { messageIssues } from "./semantic/message-issues.js";
export { cursorIssues, rangeIssues } from "./semantic/ranges.js";
export { SemanticChecks } from "./semantic/semantic-issues.js";
