/** `parlance completion`: prints the script by which a shell completes the command line. */

import { CURRENT_VERSION } from "@parlance/core";
import { Argument, type Command } from "commander";
import { bashCompletion } from "../completion/bash.js";
import { commandWords } from "../completion/command-words.js";
import { fishCompletion } from "../completion/fish.js";
import { zshCompletion } from "../completion/zsh.js";
import { writeToStdout } from "../terminal/printer.js";
import { examples, paragraphs } from "./arguments.js";

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

type Shell = keyof typeof SCRIPTS;

export function addCompletion(program: Command): void {
  program
    .command("completion")
    .summary("print the script by which a shell completes the command line")
    .description(
      paragraphs(
        "Prints a script that makes a shell complete commands, options and their values; other words are files.",
      ),
    )
    .addArgument(new Argument("<shell>", "the shell to write for").choices(Object.keys(SCRIPTS)))
    .addHelpText(
      "after",
      examples([
        ["source <(parlance completion bash)", "in ~/.bashrc"],
        ["source <(parlance completion zsh)", "in ~/.zshrc, after compinit"],
        ["parlance completion fish > ~/.config/fish/completions/parlance.fish", "for fish, once"],
      ]),
    )
    .action(async (shell: Shell) => {
      const { SCHEMA_NAMES } = await import("@parlance/core/schemas");
      await writeToStdout(SCRIPTS[shell](commandWords(program, SCHEMA_NAMES[CURRENT_VERSION] ?? [])));
    });
}
