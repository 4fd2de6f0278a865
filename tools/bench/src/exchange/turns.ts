/** A conversation of a coding agent in a form of its own, from which each library gets its messages in its own form. */
import { randomFrom } from "../random.js";
import { tokens } from "./reply.js";

interface TurnCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, string | number | boolean>>;
}

export type Turn =
  | { readonly role: "system"; readonly text: string }
  /** @property image Base64 of a PNG. */
  | { readonly role: "user"; readonly text: string; readonly image: string | undefined }
  | { readonly role: "assistant"; readonly text: string; readonly calls: readonly TurnCall[] }
  | { readonly role: "result"; readonly call: TurnCall; readonly text: string };

/** The user asks, the assistant calls twice, both results come, the assistant answers: five messages; every fourth time with an image. */
export function turnsOf(length: number): Turn[] {
  const random = randomFrom(20261127);
  const said = (count: number): string => tokens(random, count).join("");
  const call = (): TurnCall => ({
    id: `call_${random.uuid().slice(0, 8)}`,
    name: "read_file",
    arguments: { path: `src/${random.below(90)}.ts`, start_line: random.below(400), content: said(20), whole: false },
  });
  const turns: Turn[] = [{ role: "system", text: said(80) }];
  for (let exchange = 0; turns.length < length; exchange++) {
    const calls = [call(), call()];
    turns.push(
      { role: "user", text: said(30), image: exchange % 4 === 0 ? "iVBORw0KGgoAAAAN".repeat(128) : undefined },
      { role: "assistant", text: said(10), calls },
      ...calls.map((one): Turn => ({ role: "result", call: one, text: said(200) })),
      { role: "assistant", text: said(60), calls: [] },
    );
  }
  return turns.slice(0, length);
}
