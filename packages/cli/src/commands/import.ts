/** `parlance import`: reads conversations as a provider's requests hold them into messages of the contract, or into histories. */

import type { ProviderName } from "@parlance/providers";
import { type Command, Option } from "commander";
import { type Convert, convertFiles } from "../conversion/convert.js";
import type { ConvertOptions } from "../conversion/converter.js";
import { providerOption } from "../conversion/provider-option.js";
import { inputFiles } from "../input/input-files.js";
import { examples, fileArgument, paragraphs } from "./arguments.js";

interface ImportOptions extends ConvertOptions {
  readonly from: ProviderName;
  readonly as: "messages" | "history";
}

export function addImport(program: Command): void {
  program
    .command("import")
    .summary("read a provider's stored conversations into messages")
    .description(
      paragraphs(
        "Reads conversations in the form of a provider's requests, and writes their messages as stored messages of the contract, one a line. A conversation is a request body or a bare array of messages; a file holds one, an array of request bodies, or one a line. Chat messages, one a line, are one conversation.",
        "Each message says in which conversation it is (conversation_id) and where it was read (source). Ids and times are made of what was read alone: who imports a file twice gets the same messages twice. With --as history each conversation is a conversation history in place of messages, one a line, with an id of its own and the time of the import.",
        "What else the file held (a model, tools, settings) is told on standard error with everything that was changed on the way: the line, the JSON Pointer, what was done, and why. No content is shown.",
        "Exits with 1, and writes no file, when a conversation is invalid, or with --strict when anything would be told.",
      ),
    )
    .addArgument(fileArgument("the conversations to read"))
    .addOption(providerOption("--from", "whose form the conversations have"))
    .addOption(
      new Option("--as <form>", "what each conversation becomes").choices(["messages", "history"]).default("messages"),
    )
    .option("-o, --output <out>", "the file to write, in a folder that is made if need be", "-")
    .option("--json", "report as one JSON document, on standard error")
    .option("--strict", "refuse conversations that would not stay the same")
    .addHelpText(
      "after",
      examples([
        ["parlance import --from openai request.json -o session.ndjson", "keep what was sent to a model"],
        ["parlance import --from openai training.jsonl -o sessions.ndjson", "many, each with its conversation_id"],
        ["parlance import --from ollama --as history a.json -o history.json", "a history, which repair knows"],
        ["parlance import --from ollama a.json | parlance export --to anthropic --model M -", "to another provider"],
      ]),
    )
    .action(importConversations);
}

async function importConversations(given: readonly string[], options: ImportOptions): Promise<void> {
  await convertFiles(await inputFiles(given), options, await conversionOf(options));
}

async function conversionOf({ from, as }: ImportOptions): Promise<Convert> {
  const { loadProvider, toStoredMessages } = await import("@parlance/providers");
  const provider = await loadProvider(from);
  if (as === "history") {
    const { historyOf } = await import("../conversion/imported-history.js");
    return (conversation) => historyOf(conversation, provider);
  }
  const { MessageImport } = await import("../conversion/imported-messages.js");
  const imported = new MessageImport(from, provider, toStoredMessages);
  return (conversation, file) => imported.messagesOf(conversation, file);
}
