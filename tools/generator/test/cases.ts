/** The small schema sets: each covers some constructs of the profile, with instances that must be accepted or refused. */

import { readFileSync } from "node:fs";

/** Folder names under `golden/`, and what each set is about. */
export const CASES: readonly { readonly name: string; readonly about: string }[] = [
  { name: "one-message", about: "a contract of a single message type without data" },
  { name: "bases", about: "messages that flatten a base, which itself has a base" },
  {
    name: "unions",
    about:
      "open, closed and nested unions, named and in place, by more than one tag, with what others need to know of them",
  },
  { name: "limits", about: "every limit on strings, numbers, literals, arrays and maps" },
  { name: "optional-and-default", about: "absent, null and default, deprecation and examples" },
  { name: "choices", about: "values of several JSON types" },
  { name: "conditions", about: "allOf, anyOf, not, if, and rules for the keys of an object" },
  { name: "user-data", about: "slots for any JSON, kept and never looked into" },
  { name: "recursion", about: "a definition that refers to itself, directly, in arrays and in maps" },
  {
    name: "closed-objects-and-roots",
    about: "objects that refuse what they do not list, and roots outside the messages",
  },
  { name: "setters", about: "fields that are set one by one, with names that clash, and numbers of words" },
  { name: "two-versions", about: "two versions and the migration between them" },
  { name: "roots-of-versions", about: "three versions of roots that hold each other, beside messages" },
  {
    name: "in-every-message",
    about: "three versions in which every message changes, and a text that is split",
  },
];

export interface Instances {
  readonly valid: readonly unknown[];
  readonly invalid: readonly { readonly pointer: string; readonly keyword: string; readonly instance: unknown }[];
}

/** What the messages of a set must accept, and what they must refuse, where and why. */
export function instancesOf(name: string): Instances {
  const url = new URL(`golden/${name}/instances.json`, import.meta.url);
  return JSON.parse(readFileSync(url, "utf8")) as Instances;
}
