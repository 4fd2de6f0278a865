/** Agent requests: everything an agent needs to work on one thing the user said. */

import type { ChatMessage, Identifier, Issue, Path } from "@parlance/core";
import * as core from "@parlance/core";
import { ValidationError } from "@parlance/core";
import { issue, issuesAt } from "@parlance/core/internal";
import { AGENT_REQUEST_FIELDS } from "../generated/fields.gen.js";
import { sharedMessages } from "../history/given.js";
import { extendCompanion } from "../shared/companion.js";
import { countedCharacters, countedNoun, type Describe, describer, type Fact, shownId } from "../shared/describe.js";
import { listedItems } from "../shared/listed.js";
import { optionsOf } from "../shared/options.js";
import { decodedOrCopied, type Patch, patchedValue } from "../shared/patch.js";
import { movedResidue, type Places, placesIn } from "../shared/residue.js";
import { newUuid, timestamp } from "../shared/surroundings.js";
import { AgentRequestBuilder } from "./agent-request-builder.js";
import { constructRequest, type RequestOptions } from "./construct-request.js";
import { requestIssues } from "./request-checks.js";
import { validateRequest } from "./validate-request.js";

export type AgentRequest = core.AgentRequest;

/** What may be changed in a copy of a request; ids and time are always new. */
export type AgentRequestPatch = Omit<
  Patch<Omit<AgentRequest, "schema_version" | "request_id" | "parent_request_id" | "created_at" | "residue">>,
  "history" | "attached_files"
> & {
  readonly history?: Iterable<ChatMessage> | null | undefined;
  readonly attached_files?: Iterable<core.FileContext> | null | undefined;
};

/**
 * A message in a conversation of its own, with tools.
 *
 * @throws ValidationError, with the code `too_short` for an empty message.
 */
function simple(message: string, options?: RequestOptions): AgentRequest {
  return constructRequest({ message }, options);
}

/** As `simple`, without tools. */
function chatOnly(message: string, options?: RequestOptions): AgentRequest {
  return constructRequest({ message, enable_tools: false }, options);
}

/**
 * The next message of a conversation.
 *
 * @param history What was said before, oldest first, without the message; anything that can be iterated.
 * @throws ValidationError, also for a history that is out of order or waits for results of calls.
 */
function inConversation(
  message: string,
  conversationId: Identifier,
  history?: Iterable<ChatMessage> | null,
  options?: RequestOptions,
): AgentRequest {
  return AgentRequestBuilder.create(options)
    .withMessage(message)
    .withConversationId(conversationId)
    .withHistory(history)
    .build();
}

/**
 * A changed copy with a new id and time, whose `parent_request_id` is the id of the request it was copied from. Absent and undefined
 * keep a field, null clears it (a default comes back), anything else replaces it. What the type does not know is kept, and what a
 * request that was made or decoded here keeps is shared with it.
 *
 * @throws ValidationError with all issues. Beyond the schema, only what the patch says is checked.
 */
function withPatch(request: AgentRequest, patch: AgentRequestPatch = {}, options?: RequestOptions): AgentRequest {
  const asked = optionsOf(options);
  const given = decodedOrCopied(core.AgentRequest, request);
  const { changes, found } = patchOf(patch);
  const residue = isObject(given) && isObject(changes) ? residueAfter(given, changes) : undefined;
  const identity = {
    request_id: newUuid(asked),
    parent_request_id: (given as AgentRequest | null)?.request_id,
    created_at: timestamp(asked),
  };
  return patchedValue(
    core.AgentRequest,
    given,
    isObject(changes) ? { ...changes, ...identity, ...residue } : changes,
    AGENT_REQUEST_FIELDS,
    (changed) => [...identityIssues(changes), ...found, ...requestIssues(changed, asked?.allowEmpty)],
  );
}

interface Changes {
  readonly changes: Patch<AgentRequest>;
  readonly found: readonly Issue[];
}

/** The patch with whatever can be iterated as a list, read once. */
function patchOf(patch: AgentRequestPatch): Changes {
  if (!isObject(patch)) return { changes: patch, found: [] };
  const { history, attached_files, ...others } = membersOf(patch);
  const said = sharedMessages(history);
  const changes = {
    ...others,
    ...(history !== undefined && { history: said.messages }),
    ...(attached_files !== undefined && { attached_files: listedItems(attached_files) }),
  } as Patch<AgentRequest>;
  return { changes, found: issuesAt("/history", said.issues) };
}

/** What another version could say of messages and files that are replaced goes with them. */
function residueAfter(request: AgentRequest, changes: Patch<AgentRequest>): Pick<Patch<AgentRequest>, "residue"> {
  const { residue } = request;
  if (residue === undefined || (changes.history === undefined && changes.attached_files === undefined)) return {};
  const places = {
    history: placesAfter(request.history, changes.history),
    attached_files: placesAfter(request.attached_files, changes.attached_files),
  };
  const placesOf = (slot: string): Places | undefined => {
    const [, name = ""] = slot.split("/");
    if (name === "history" || name === "attached_files") return places[name];
    // A list that another version calls otherwise may be either.
    return Object.hasOwn(AGENT_REQUEST_FIELDS, name) ? undefined : [];
  };
  return { residue: movedResidue(residue, placesOf).residue ?? null };
}

/** Undefined for a list that stays. */
function placesAfter(before: readonly object[] = [], now: readonly object[] | null | undefined): Places | undefined {
  if (now === undefined) return undefined;
  try {
    return Array.isArray(now) ? placesIn(before, now) : [];
  } catch {
    // What cannot be read is refused as it goes into the copy.
    return [];
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** A getter or a proxy may throw whatever it likes, content included. */
function membersOf(patch: AgentRequestPatch): AgentRequestPatch {
  try {
    return { ...patch };
  } catch {
    throw new ValidationError([issue("not_json_value", "", "members that can be read", "a value that cannot be read")]);
  }
}

/** Set by `with` itself, and by nobody else. */
const IDENTITY: readonly (keyof AgentRequest)[] = ["schema_version", "request_id", "parent_request_id", "created_at"];

function identityIssues(patch: Patch<AgentRequest> | null): readonly Issue[] {
  const own = IDENTITY.filter((name) => patch?.[name] !== undefined).map((name) =>
    issue("not_allowed", `/${name}`, "no value, since the copy gets its own", "a value"),
  );
  if (patch?.residue === undefined) return own;
  return [...own, issue("not_allowed", "/residue", "no value, since migrations alone write it", "a value")];
}

/** Whether there is anything attached. */
function hasAttachedFiles({ attached_files = [] }: AgentRequest): boolean {
  return attached_files.length > 0;
}

/** Whether anything was said before. */
function hasHistory({ history = [] }: AgentRequest): boolean {
  return history.length > 0;
}

/** The lengths of all attached contents together, in UTF-16 code units. */
function totalAttachedContentLength({ attached_files = [] }: AgentRequest): number {
  return attached_files.reduce((length, { content }) => length + content.length, 0);
}

/** How many messages were said before. */
function historyMessageCount({ history = [] }: AgentRequest): number {
  return history.length;
}

/** The root folder of the open project; undefined when none is open. */
function workspacePath({ tool_context }: AgentRequest): Path | undefined {
  return tool_context?.workspace_path;
}

/** `AgentRequest(0b6f5b0e-…, 12 characters, 2 files, 3 messages before, no tools)`. */
const describe: Describe<AgentRequest> = /* @__PURE__ */ describer("AgentRequest", factsOf, ({ message }) => message);

function factsOf(request: AgentRequest): readonly Fact[] {
  return [
    shownId(request.request_id),
    countedCharacters(request.message),
    countedNoun(request.attached_files?.length ?? 0, "file"),
    `${countedNoun(historyMessageCount(request), "message")} before`,
    !request.enable_tools && "no tools",
  ];
}

export const AgentRequest: core.RootCompanion<AgentRequest> & {
  readonly simple: typeof simple;
  readonly chatOnly: typeof chatOnly;
  readonly inConversation: typeof inConversation;
  readonly with: typeof withPatch;
  readonly validate: typeof validateRequest;
  readonly hasAttachedFiles: typeof hasAttachedFiles;
  readonly hasHistory: typeof hasHistory;
  readonly totalAttachedContentLength: typeof totalAttachedContentLength;
  readonly historyMessageCount: typeof historyMessageCount;
  readonly workspacePath: typeof workspacePath;
  readonly describe: Describe<AgentRequest>;
} = /* @__PURE__ */ extendCompanion(core.AgentRequest, {
  simple,
  chatOnly,
  inConversation,
  with: withPatch,
  validate: validateRequest,
  hasAttachedFiles,
  hasHistory,
  totalAttachedContentLength,
  historyMessageCount,
  workspacePath,
  describe,
});
