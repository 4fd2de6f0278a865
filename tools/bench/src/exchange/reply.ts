/** What a model answers, in the pieces in which it says it; the wire forms of both dialects are made from the same reply. */
import { type Random, randomFrom } from "../random.js";

interface ReplyCall {
  readonly id: string;
  readonly name: string;
  /** Pieces of one JSON text. */
  readonly pieces: readonly string[];
}

export interface Reply {
  readonly reasoning: readonly string[];
  readonly text: readonly string[];
  readonly calls: readonly ReplyCall[];
}

/** About two thousand events of text alone. */
export function longText(): Reply {
  return { reasoning: [], text: tokens(randomFrom(20261124), 2000), calls: [] };
}

/** About a thousand events: the model thinks, says a little and asks for four calls. */
export function thoughtAndCalls(): Reply {
  const random = randomFrom(20261125);
  const call = (_: unknown, at: number): ReplyCall => ({
    id: `call_${random.uuid().slice(0, 8)}`,
    name: at % 2 === 0 ? "edit_file" : "run_command",
    pieces: cut(argumentsText(random), random),
  });
  return { reasoning: tokens(random, 300), text: tokens(random, 100), calls: Array.from({ length: 4 }, call) };
}

/** Short words mostly, as tokens are, and now and then one of more than ASCII. */
const WORDS =
  "the parser reads a line and keeps what it knows; tests fail when the file is empty, für alle Fälle 🙂 …".split(" ");

/** @returns Words with their spaces, some with line breaks and quotes that JSON has to escape. */
export function tokens(random: Random, count: number): string[] {
  return Array.from({ length: count }, () => {
    const word = random.pick(WORDS);
    return random.below(12) === 0 ? `\n"${word}"` : ` ${word}`;
  });
}

function argumentsText(random: Random): string {
  const content = tokens(random, 120).join("");
  return JSON.stringify({ path: "src/parser.ts", start_line: 10, content, flags: ["verbose", "cached"] });
}

function cut(text: string, random: Random): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = at + 1 + random.below(7);
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}
