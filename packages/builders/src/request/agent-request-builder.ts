/** Builds agent requests step by step. */

import type { AgentRequest, ChatMessage, FileContext, Identifier, Path } from "@parlance/core";
import { issuesAt } from "@parlance/core/internal";
import * as generated from "../generated/builders/agent-request.gen.js";
import { sharedMessages } from "../history/given.js";
import { type BuildResult, buildResultOf } from "../shared/field-builder.js";
import { listedItems } from "../shared/listed.js";
import { constructRequest, type RequestOptions } from "./construct-request.js";
import type { RequestChecks } from "./request-checks.js";

/**
 * Collects what an agent request says. Every method changes the builder and returns it; what is set replaces what was set before.
 * Each `build` takes the time and makes a new request id unless they were set; all requests of one builder belong to one conversation.
 */
export class AgentRequestBuilder extends generated.AgentRequestBuilder {
  /** Made when it is first needed. */
  #conversationId: Identifier | undefined;

  /** A builder with nothing set. */
  static override create(options?: RequestOptions): AgentRequestBuilder {
    return new AgentRequestBuilder(options);
  }

  /** What was said before, oldest first: a list, a live history, or anything else that can be iterated; read at once. */
  override withHistory(messages: Iterable<ChatMessage> | null | undefined): this {
    const { messages: shared, issues } = sharedMessages(messages);
    return this.setAt(["history"], shared ?? undefined).report(issuesAt("/history", issues));
  }

  /** The files given along, all of them: a list, or anything else that can be iterated. */
  override withAttachedFiles(files: Iterable<FileContext> | null | undefined): this {
    return this.setAt(["attached_files"], listedItems(files) ?? undefined);
  }

  /** One file more than before. */
  withFile(file: FileContext): this {
    return this.appendAt(["attached_files"], file);
  }

  /** The open project. What the tool context restricts stays restricted; without one, every tool is available. */
  withWorkspace(path: Path): this {
    const context: unknown = this.draft.fields.tool_context ?? {};
    // What is not a context is for the schema to refuse.
    const isContext = typeof context === "object" && !Array.isArray(context);
    return isContext ? this.setAt(["tool_context", "workspace_path"], path) : this;
  }

  /** No tools: a plain chat. */
  withoutTools(): this {
    return this.withTools(false);
  }

  /**
   * The request, deeply frozen.
   *
   * @param checks Asked only about fields that are valid.
   * @throws ValidationError with all issues: those of the schema, `too_short`, `end_before_start`, `cursor_with_text`, `other_tool`,
   * those of a lenient history without open calls, `not_new`, `no_workspace`, `no_answer`.
   */
  override build(checks?: RequestChecks): AgentRequest {
    const { fields, issues } = this.draft;
    const conversation_id = fields.conversation_id ?? this.#conversationId;
    const request = constructRequest({ ...fields, conversation_id }, this.surroundings, checks, issues);
    if (fields.conversation_id === undefined) this.#conversationId = request.conversation_id;
    return request;
  }

  /** As `build`, with the problems returned. */
  override tryBuild(checks?: RequestChecks): BuildResult<AgentRequest> {
    return buildResultOf(() => this.build(checks));
  }
}
