/** The script that completes `parlance` in bash. */

import { type CommandWords, valueCases } from "./command-words.js";

export function bashCompletion(commands: readonly CommandWords[]): string {
  return `# Completion of parlance for bash: source <(parlance completion bash)
_parlance() {
  local word command= words= current="\${COMP_WORDS[COMP_CWORD]}"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in -*) ;; *) command=$word; break ;; esac
  done
  case "$command:\${COMP_WORDS[COMP_CWORD-1]}" in
${valueCases(commands, (values) => `COMPREPLY=($(compgen -W "${values.join(" ")}" -- "$current")); return`).join("\n")}
  esac
  case $command in
    "") words="${[...commands.map(({ name }) => name), "--version", "--help"].join(" ")}" ;;
${commands.map((command) => `    ${command.name}) words="${wordsOf(command)}" ;;`).join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _parlance parlance
`;
}

/** What is not among them is completed as the name of a file. */
function wordsOf({ options, values }: CommandWords): string {
  return [...values, ...options.flatMap(({ flags }) => flags.filter((flag) => flag.startsWith("--")))].join(" ");
}
