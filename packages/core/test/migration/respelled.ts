/** Writes a JSON value in one of the many ways in which other programs write it. */

type Choices = Iterator<number>;

/** @param choices Numbers below a hundred, which decide. */
export function respelled(value: unknown, choices: Iterable<number>): string {
  return written(value, choices[Symbol.iterator]());
}

/** Writes a value with the keys of some of its objects twice: first with something else, which `JSON.parse` does not see. */
export function repeating(value: unknown, choices: Iterable<number>): string {
  return withKeysTwice(value, choices[Symbol.iterator]());
}

const OTHERS = ['{"length":12345678901234567890}', "[[1.0]]", '"x"', "1e400", "null", '{"type":"text","0":{}}', "true"];

function withKeysTwice(value: unknown, choices: Choices): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => withKeysTwice(item, choices)).join(",")}]`;
  const members = Object.entries(value).map(([key, member]) => {
    const name = JSON.stringify(key);
    const before = isChosen(choices, 10) ? `${name}:${OTHERS[(choices.next().value as number) % OTHERS.length]},` : "";
    return `${before}${name}:${withKeysTwice(member, choices)}`;
  });
  return `{${members.join(",")}}`;
}

function written(value: unknown, choices: Choices): string {
  if (typeof value === "string") return string(value, choices);
  if (typeof value === "number") return number(value, choices);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return Array.isArray(value)
    ? `[${space(choices)}${value.map((item) => written(item, choices)).join(comma(choices))}${space(choices)}]`
    : object(Object.entries(value), choices);
}

function object(members: readonly (readonly [string, unknown])[], choices: Choices): string {
  const turned = isChosen(choices, 10) ? [...members].reverse() : members;
  const texts = turned.map(
    ([key, member]) => `${string(key, choices)}${space(choices)}:${space(choices)}${written(member, choices)}`,
  );
  return `{${space(choices)}${texts.join(comma(choices))}${space(choices)}}`;
}

function string(value: string, choices: Choices): string {
  const text = JSON.stringify(value);
  if (!isChosen(choices, 20)) return text;
  return text.replace(/[^\x20-\x7e]|[/a]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function number(value: number, choices: Choices): string {
  const text = JSON.stringify(value);
  if (!isChosen(choices, 30) || text.includes("e")) return text;
  return text.includes(".") ? `${text}0` : `${text}.0`;
}

function comma(choices: Choices): string {
  return `${space(choices)},${space(choices)}`;
}

function space(choices: Choices): string {
  return isChosen(choices, 15) ? " \n".slice((choices.next().value as number) % 2) : "";
}

function isChosen(choices: Choices, inHundred: number): boolean {
  return (choices.next().value as number) < inHundred;
}
