/** The script that completes `parlance` in zsh. */

import { type CommandWords, quotedForShell, valueCases } from "./command-words.js";

export function zshCompletion(commands: readonly CommandWords[]): string {
  return `#compdef parlance
# Completion of parlance for zsh: source <(parlance completion zsh)
_parlance() {
  local word command=
  local -a names values
  for word in \${words[2,CURRENT-1]}; do
    case $word in -*) ;; *) command=$word; break ;; esac
  done
  case "$command:\${words[CURRENT-1]}" in
${valueCases(commands, (values) => `compadd -- ${values.join(" ")}; return`).join("\n")}
  esac
  case $command in
    "") names=(${commands.map(({ name, about }) => described(name, about)).join(" ")}) ;;
${commands.map((command) => `    ${command.name}) names=(${optionsOf(command)}); values=(${command.values.join(" ")}) ;;`).join("\n")}
  esac
  if [[ -z $command || \${words[CURRENT]} == -* ]]; then
    _describe parlance names
  elif (( \${#values} )); then
    compadd -a values
  else
    _files
  fi
}
compdef _parlance parlance
`;
}

function optionsOf({ options }: CommandWords): string {
  const long = options.flatMap(({ flags, about }) =>
    flags.filter((flag) => flag.startsWith("--")).map((flag) => [flag, about] as const),
  );
  return long.map(([flag, about]) => described(flag, about)).join(" ");
}

/** A colon parts a word from what is said of it. */
function described(word: string, about: string): string {
  return quotedForShell(`${word}:${about.replaceAll(":", "\\:")}`);
}
