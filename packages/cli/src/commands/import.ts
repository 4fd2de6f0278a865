/** `parlance import`: reads conversations as a provider's requests hold them into histories of the contract. */

import type { ProviderName } from "@parlance/providers";
import type { Command } from "commander";
import { convertFiles } from "../conversion/convert.js";
import type { ConvertOptions } from "../conversion/converter.js";
import { providerOption } from "../conversion/provider-option.js";
import { inputFiles } from "../input/input-files.js";
import { examples, fileArgument, paragraphs } from "./arguments.js";

interface ImportOptions extends ConvertOptions {
  readonly from: ProviderName;
}

export function addImport(program: Command): void {
  program
    .command("import")
    .summary("read a provider's stored conversations into histories")
    .description(
      paragraphs(
        "Reads conversations in the form of a provider's requests, and writes each as a conversation history of the contract, one a line. A conversation is a request body or a bare array of messages; a file holds one, an array of request bodies, or one a line. Chat messages, one a line, are one conversation.",
        "A history holds messages. What else the file held (a model, tools, settings) is told on standard error with everything that was changed on the way: the line, the JSON Pointer, what was done, and why. No content is shown.",
        "Exits with 1, and writes no file, when a conversation is invalid, or with --strict when anything would be told.",
      ),
    )
    .addArgument(fileArgument("the conversations to read"))
    .addOption(providerOption("--from", "whose form the conversations have"))
    .option("-o, --output <out>", "the file to write, in a folder that is made if need be", "-")
    .option("--json", "report as one JSON document, on standard error")
    .option("--strict", "refuse conversations that would not stay the same")
    .addHelpText(
      "after",
      examples([
        ["parlance import --from openai request.json -o session.ndjson", "keep what was sent to a model"],
        ["parlance import --from openai training.jsonl -o sessions.ndjson", "many, one a line"],
        ["parlance import --from ollama a.json | parlance export --to anthropic --model M -", "to another provider"],
      ]),
    )
    .action(importConversations);
}

async function importConversations(given: readonly string[], options: ImportOptions): Promise<void> {
  const [{ historyOf }, provider] = await Promise.all([
    import("../conversion/import-conversation.js"),
    import("@parlance/providers").then(({ loadProvider }) => loadProvider(options.from)),
  ]);
  await convertFiles(await inputFiles(given), options, (conversation) => historyOf(conversation, provider));
}
