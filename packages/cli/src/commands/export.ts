/** `parlance export`: writes stored messages and histories as the request bodies of a provider. */

import type { ProviderName } from "@parlance/providers";
import type { ReasoningMember } from "@parlance/providers/provider-names";
import { type Command, InvalidArgumentError } from "commander";
import { convertFiles } from "../conversion/convert.js";
import type { ConvertOptions } from "../conversion/converter.js";
import { requestOfConversation } from "../conversion/export-conversation.js";
import { providerOption, reasoningOption } from "../conversion/provider-option.js";
import { inputFiles } from "../input/input-files.js";
import { examples, fileArgument, paragraphs } from "./arguments.js";

interface ExportOptions extends ConvertOptions {
  readonly to: ProviderName;
  readonly model?: string;
  readonly maxTokens?: number;
  readonly reasoningMember?: ReasoningMember;
}

export function addExport(program: Command): void {
  program
    .command("export")
    .summary("write stored messages and histories as a provider's requests")
    .description(
      paragraphs(
        "Writes stored messages and histories as the request bodies of a provider, one a line: conversation histories, one for each; or messages (NDJSON or a JSON array, found out by looking; chat messages, stored messages of any version, or both), one for each conversation_id. A message that names none goes with those before it. A conversation that goes on after another began is refused.",
        "What the provider cannot be told in the same way is told on standard error: the line, the JSON Pointer, what was done, and why. No content is shown. Ids, times and metadata of histories and messages are never part of a request.",
        "Exits with 1, and writes no file, when a conversation is invalid or says nothing that can be sent, or with --strict when anything would be told.",
      ),
    )
    .addArgument(fileArgument("the messages or histories to read"))
    .addOption(providerOption("--to", "the provider to write for"))
    .option("-o, --output <out>", "the file to write, in a folder that is made if need be", "-")
    .option("--model <name>", "the model that is asked; all but vllm need one")
    .option(
      "--max-tokens <number>",
      "the most tokens of the answer; anthropic needs a limit, and gets one that is told where none is given",
      positive,
    )
    .addOption(reasoningOption())
    .option("--skip-empty", "leave out conversations that say nothing, and name them")
    .option("--json", "report as one JSON document, on standard error")
    .option("--strict", "refuse conversations that would not stay the same")
    .addHelpText(
      "after",
      examples([
        ["parlance export --to openai --model gpt-5 session.ndjson", "print the request"],
        ["parlance export --to ollama --model qwen3 session.ndjson | curl -d @- localhost:11434/api/chat", "send it"],
        ["parlance export --to vllm --strict sessions.ndjson -o requests.ndjson", "only if nothing is lost"],
      ]),
    )
    .action(exportConversations);
}

/** A whole number above zero. */
function positive(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number above 0.");
}

async function exportConversations(given: readonly string[], options: ExportOptions): Promise<void> {
  const { loadProvider } = await import("@parlance/providers");
  const provider = await loadProvider(options.to);
  await convertFiles(await inputFiles(given), options, (conversation) =>
    requestOfConversation(conversation, provider, options),
  );
}
