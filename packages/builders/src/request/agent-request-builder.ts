/** Builds agent requests step by step. */

import type { AgentRequest, ChatMessage, FileContext, Path } from "@parlance/core";
import * as generated from "../generated/builders/agent-request.gen.js";
import { sharedMessages } from "../history/given.js";
import { attempt, type BuildResult } from "../shared/field-builder.js";
import { listed } from "../shared/listed.js";
import { constructRequest, type RequestOptions } from "./construct-request.js";
import type { RequestChecks } from "./request-checks.js";

/**
 * Collects what an agent request says. A builder never changes: every method returns another one, and what is set replaces what was
 * set before. Each `build` makes the ids and the time that were not set, so requests built from a shared base belong to conversations
 * of their own.
 */
export class AgentRequestBuilder extends generated.AgentRequestBuilder {
  /** A builder with nothing set. */
  static override create(options?: RequestOptions): AgentRequestBuilder {
    return new AgentRequestBuilder(options);
  }

  /** What was said before, oldest first: a list, a live history, or anything else that can be iterated; read at once. */
  override withHistory(messages: Iterable<ChatMessage> | null | undefined): this {
    return this.setAt(["history"], sharedMessages(messages) ?? undefined);
  }

  /** The files given along, all of them: a list, or anything else that can be iterated. */
  override withAttachedFiles(files: Iterable<FileContext> | null | undefined): this {
    return this.setAt(["attached_files"], listed(files) ?? undefined);
  }

  /** One file more than before. */
  withFile(file: FileContext): this {
    return this.appendAt(["attached_files"], file);
  }

  /**
   * The open project, with every tool available in it. This replaces the whole tool context; to open a project in a context that
   * restricts tools, use `ToolAvailabilityContext.with`.
   */
  withWorkspace(path: Path): this {
    return this.setAt(["tool_context"], { workspace_path: path });
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
  override build(checks: RequestChecks = {}): AgentRequest {
    const { fields, issues } = this.draft;
    return constructRequest(fields, this.surroundings, checks, issues);
  }

  /** As `build`, with the problems returned. */
  override tryBuild(checks: RequestChecks = {}): BuildResult<AgentRequest> {
    return attempt(() => this.build(checks));
  }
}
