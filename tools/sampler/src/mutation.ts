/** Nearly valid payloads: valid ones with one or a few things wrong. */
import fc from "fast-check";
import { AWKWARD_NAMES } from "./any-json.js";
import type { SampleOptions } from "./arbitrary.js";
import { arbitraryOf } from "./arbitrary.js";
import type { Dictionary } from "./dictionary.js";
import { dictionaryOf } from "./dictionary.js";
import type { Json, JsonObject } from "./schema.js";
import { isObject, objectFrom, setMember } from "./schema.js";

/** One change: where (steps down from the root, each taken modulo the number of members), what kind, with which of its choices. */
interface Mutation {
  readonly steps: readonly number[];
  readonly kind: number;
  readonly pick: number;
}

type Change = (value: Json, pick: number, words: Dictionary) => Json;

/** Texts of this length at most are made to break a limit. */
const LONGEST = 8193;
const MOST_MUTATIONS = 3;

const mutation: fc.Arbitrary<Mutation> = fc.record({
  steps: fc.array(fc.nat(), { maxLength: 6 }),
  kind: fc.nat(),
  pick: fc.nat(),
});

/** Values of another arbitrary with one to three changes each; most of them break the schema of the bundle, some do not. */
export function mutated(arbitrary: fc.Arbitrary<unknown>, bundle: object): fc.Arbitrary<unknown> {
  const words = dictionaryOf(bundle);
  return fc
    .tuple(arbitrary, fc.array(mutation, { minLength: 1, maxLength: MOST_MUTATIONS }))
    .map(([value, mutations]) =>
      mutations.reduce((current, each) => mutateAt(current, each.steps, each, words), value as Json),
    );
}

/** Nearly valid payloads of one definition. */
export function nearlyValid(bundle: object, name: string, options: SampleOptions = {}): fc.Arbitrary<unknown> {
  return mutated(arbitraryOf(bundle, name, options), bundle);
}

/** A changed copy; what is not on the way to the change is shared. */
function mutateAt(
  value: Json,
  steps: readonly number[],
  { kind, pick }: Omit<Mutation, "steps">,
  words: Dictionary,
): Json {
  const [step, ...rest] = steps;
  if (step !== undefined && Array.isArray(value) && value.length > 0) {
    const at = step % value.length;
    return value.map((item, index) => (index === at ? mutateAt(item, rest, { kind, pick }, words) : item));
  }
  if (step !== undefined && isObject(value) && Object.keys(value).length > 0) {
    const key = Object.keys(value)[step % Object.keys(value).length] ?? "";
    const copy = objectFrom(Object.entries(value));
    setMember(copy, key, mutateAt(value[key] ?? null, rest, { kind, pick }, words));
    return copy;
  }
  const changes = changesFor(value);
  return (changes[kind % changes.length] ?? replace)(value, pick, words);
}

function changesFor(value: Json): readonly Change[] {
  if (isObject(value)) return OBJECT_CHANGES;
  if (Array.isArray(value)) return ARRAY_CHANGES;
  if (typeof value === "string") return TEXT_CHANGES;
  return typeof value === "number" ? NUMBER_CHANGES : [replace, useLiteral];
}

const REPLACEMENTS: readonly Json[] = [
  null,
  true,
  false,
  0,
  -0,
  1.5,
  2 ** 53,
  "",
  "text",
  [],
  {},
  [null],
  { type: "text" },
  "2026-11-21",
];

/** Another value, mostly of another type. */
const replace: Change = (_, pick) => REPLACEMENTS[pick % REPLACEMENTS.length] ?? null;

/** A tag or another constant of the schemas, out of place. */
const useLiteral: Change = (value, pick, words) => words.literals[pick % words.literals.length] ?? value;

const removeMember: Change = (value, pick) => {
  const entries = Object.entries(value as JsonObject);
  return objectFrom(entries.filter((_, index) => index !== pick % entries.length));
};

const addMember: Change = (value, pick, words) => {
  const names = [...words.names, ...AWKWARD_NAMES];
  const copy = objectFrom(Object.entries(value as JsonObject));
  setMember(copy, names[pick % names.length] ?? "", REPLACEMENTS[pick % REPLACEMENTS.length] ?? null);
  return copy;
};

const renameMember: Change = (value, pick, words) => {
  const entries = Object.entries(value as JsonObject);
  const names = [...words.names, ...AWKWARD_NAMES];
  return objectFrom(
    entries.map(([key, member], index) => [
      index === pick % entries.length ? (names[pick % names.length] ?? key) : key,
      member,
    ]),
  );
};

const swapMembers: Change = (value, pick) => {
  const entries = Object.entries(value as JsonObject);
  const first = pick % entries.length;
  const second = (pick + 1) % entries.length;
  const swapped = (index: number): number => (index === first ? second : index === second ? first : index);
  return objectFrom(entries.map(([key], index) => [key, entries[swapped(index)]?.[1] ?? null]));
};

const nullMember: Change = (value, pick) => {
  const entries = Object.entries(value as JsonObject);
  return objectFrom(entries.map(([key, member], index) => [key, index === pick % entries.length ? null : member]));
};

const repeatItem: Change = (value, pick) => {
  const items = value as Json[];
  return [...items, items[pick % Math.max(items.length, 1)] ?? null];
};

const removeItem: Change = (value, pick) =>
  (value as Json[]).filter((_, index, items) => index !== pick % items.length);
const wrap: Change = (value) => [value];
const append: Change = (value, pick) => String(value) + (TAILS[pick % TAILS.length] ?? "");
const cut: Change = (value) => [...String(value)].slice(0, -1).join("");
const prepend: Change = (value, pick) => (TAILS[pick % TAILS.length] ?? "") + String(value);
const recase: Change = (value) =>
  String(value) === String(value).toUpperCase() ? String(value).toLowerCase() : String(value).toUpperCase();

/** What slips past careless patterns and length counts: line breaks, astral characters, halves of pairs. */
const TAILS: readonly string[] = [
  "\n",
  "x",
  " ",
  "\r\n",
  "\u2028",
  "\u{1F600}",
  "\uD800",
  "\uDC00x",
  "\u0000",
  "/../",
  "..",
  "0",
];

/** As long as a limit of the schemas allows, or one more or less, in code points. */
const relength: Change = (value, pick, words) => {
  const lengths = words.lengths.flatMap((length) => [length - 1, length, length + 1]);
  const possible = lengths.filter((length) => length >= 0 && length <= LONGEST);
  const length = possible[pick % Math.max(possible.length, 1)] ?? 0;
  const filler = pick % 2 === 0 ? "x" : "\u{1F600}";
  const kept = [...String(value)].slice(0, length);
  return kept.join("") + filler.repeat(length - kept.length);
};

/** A bound of the schemas, or just past it. */
const rebound: Change = (value, pick, words) => {
  const bounds = words.bounds.flatMap((bound) => [bound, bound - 1, bound + 1, bound + 0.5]);
  return bounds[pick % Math.max(bounds.length, 1)] ?? value;
};

const nudge: Change = (value, pick) => Number(value) + ([1, -1, 0.5, 1e-9][pick % 4] ?? 1);
const negate: Change = (value) => -Number(value);
const quote: Change = (value) => String(value);

const OBJECT_CHANGES = [
  removeMember,
  addMember,
  renameMember,
  swapMembers,
  nullMember,
  removeMember,
  addMember,
  replace,
  wrap,
];
const ARRAY_CHANGES = [repeatItem, removeItem, replace, wrap, (): Json => []];
const TEXT_CHANGES = [useLiteral, append, cut, prepend, recase, relength, replace, wrap];
const NUMBER_CHANGES = [rebound, nudge, negate, quote, replace];
