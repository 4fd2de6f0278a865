/** Emits what the plans of a migration use of core, so that a bundle has nothing else. */

import type { PlanData } from "../migrations/plan.js";
import type { GeneratedModule } from "./generated-module.js";
import { Code } from "./literal-lines.js";

const MIGRATION = "../../runtime/migration";

/** The functions of operations and those that make translations, by their `op`, and the files that have them. */
const OPERATIONS: Functions = {
  translate: ["translate", "translate"],
  splitText: ["parts", "splitText"],
  joinTexts: ["parts", "joinTexts"],
  eachItem: ["each", "eachItem"],
  eachValue: ["each", "eachValue"],
  apply: ["each", "applyTo"],
  spread: ["spread", "spreadValue"],
  gatherValue: ["spread", "gatherValue"],
  gatherItems: ["spread", "gatherItems"],
  member: ["text-pair", "textOfPair"],
  pair: ["text-pair", "pairTexts"],
};
const TRANSLATIONS: Functions = {
  mapValue: ["codecs", "valueTable"],
  setAbsent: ["codecs", "sameStates"],
  array: ["codecs", "inArray"],
  scale: ["codecs", "scale"],
  epochToIso: ["codecs", "epochTime"],
  integerToText: ["codecs", "integerText"],
  textToBase64: ["base64", "base64Text"],
  split: ["text-pair", "textPair"],
};

interface Functions {
  readonly [op: string]: readonly [file: string, name: string];
}

/** The members of a migration's means that depend on its plans. */
export function meansOf(
  module: GeneratedModule,
  objects: { readonly [name: string]: PlanData },
  customs: readonly string[],
): { readonly [name: string]: object } {
  const ops = new Set(Object.values(objects).flatMap(opsIn));
  const used = (functions: Functions): object =>
    Object.fromEntries(
      Object.entries(functions).flatMap(([op, [file, name]]) =>
        ops.has(op) ? [[op, new Code(module.use(`${MIGRATION}/${file}.js`, name))] as const] : [],
      ),
    );
  const custom = customs.length === 0 ? {} : { custom: customCodecs(module, customs) };
  const hasUnion = Object.values(objects).some((plan) => typeof plan === "object" && plan !== null && "tag" in plan);
  return {
    operations: used(OPERATIONS),
    translations: { ...used(TRANSLATIONS), ...custom },
    ...(hasUnion ? { union: new Code(module.use(`${MIGRATION}/variant.js`, "preparedUnion")) } : {}),
  };
}

/** Every `op` in a plan. User data that looks like one costs nothing but a function too many. */
function opsIn(data: PlanData): string[] {
  if (typeof data !== "object" || data === null) return [];
  const values: readonly (PlanData | undefined)[] = Array.isArray(data) ? data : Object.values(data);
  const inner = values.flatMap((value) => (value === undefined ? [] : opsIn(value)));
  return "op" in data && typeof data.op === "string" ? [data.op, ...inner] : inner;
}

function customCodecs(module: GeneratedModule, names: readonly string[]): Code {
  const pair = module.use(`${MIGRATION}/codecs.js`, "functionPair");
  const codecs = names.map((name) => {
    const path = `../../runtime/custom/${name}.js`;
    const [up, down] = [module.useAs(path, "up", `${name}Up`), module.useAs(path, "down", `${name}Down`)];
    return `${name}: ${pair}(${up}, ${down})`;
  });
  return new Code(`${module.use(`${MIGRATION}/codecs.js`, "namedCodecs")}({ ${codecs.join(", ")} })`);
}
