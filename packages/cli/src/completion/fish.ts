/** The script that completes `parlance` in fish. */

import type { CommandWords, OptionWords } from "./command-words.js";

export function fishCompletion(commands: readonly CommandWords[]): string {
  const names = commands.map(({ name }) => name).join(" ");
  const isFirst = `not __fish_seen_subcommand_from ${names}`;
  return `# Completion of parlance for fish: parlance completion fish | source
complete -c parlance -n "${isFirst}" -f
${commands.map(({ name, about }) => `complete -c parlance -n "${isFirst}" -a ${name} -d ${quotedForFish(about)}`).join("\n")}
${commands.flatMap(linesOf).join("\n")}
`;
}

function linesOf({ name, options, values }: CommandWords): readonly string[] {
  const inside = `complete -c parlance -n "__fish_seen_subcommand_from ${name}"`;
  const argument = values.length === 0 ? [] : [`${inside} -f -a "${values.join(" ")}"`];
  return [...options.map((option) => `${inside} ${optionOf(option)}`), ...argument];
}

function optionOf({ flags, about, takesValue, values }: OptionWords): string {
  const names = flags.map((flag) => (flag.startsWith("--") ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  const value = values.length > 0 ? [`-x -a "${values.join(" ")}"`] : takesValue ? ["-r"] : [];
  return [...names, ...value, `-d ${quotedForFish(about)}`].join(" ");
}

/** In single quotes fish knows two escapes. */
function quotedForFish(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
