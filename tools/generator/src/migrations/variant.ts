/** Unions whose tags differ between the versions: a function that looks at the tag and migrates each branch. */

import { block, indent, literal, pascalName } from "../emit/writer.js";
import type { Json } from "../model.js";
import { checkResult } from "./fits.js";
import type { Frame } from "./frame.js";
import { resolve, type Shape } from "./shape.js";
import type { Branch, Step, VariantStep } from "./steps.js";
import { testOn } from "./tests.js";

/** Writes the function of a `variant`. */
export function variantFunction(
  frame: Frame,
  name: string,
  step: Step & VariantStep,
  shape: Shape,
  wanted: Shape | undefined,
): string {
  const own = frame.module.name(name);
  const write = frame.module.reserve();
  const writer = new VariantWriter(frame, own, step, shape, wanted);
  const signature = `function ${own}(image: ${frame.jsonObject()}, run: ${frame.use("type Run")}): ${frame.jsonObject()}`;
  write([`${signature} {`, ...indent(writer.body()), "}"]);
  return own;
}

class VariantWriter {
  readonly #frame: Frame;
  readonly #name: string;
  readonly #step: Step & VariantStep;
  readonly #shape: Shape;
  readonly #wanted: Shape | undefined;

  constructor(frame: Frame, name: string, step: Step & VariantStep, shape: Shape, wanted: Shape | undefined) {
    this.#frame = frame;
    this.#name = name;
    this.#step = step;
    this.#shape = shape;
    this.#wanted = wanted;
  }

  body(): string[] {
    const { tag } = this.#step;
    const restored = this.#substitutes();
    const lines = [`const tag = ${this.#frame.use("memberOf")}(image, ${literal(tag)});`];
    if (restored.length > 0) {
      const helper = this.#frame.use("substituted");
      lines.push(
        `const original = ${helper}(run, image, ${literal(tag)}, ${literal(restored)});`,
        "if (original !== undefined) return original;",
      );
    }
    for (const from of this.#sourceTags()) lines.push(...this.#tagLines(from));
    for (const branch of this.#newBranches()) lines.push(...this.#collisionLines(branch));
    return [...lines, "return image;"];
  }

  /** What the other direction puts in the place of branches that only this direction's target has. */
  #substitutes(): [string, Json][] {
    return this.#step.cases.flatMap((branch): [string, Json][] => {
      if (branch.from === undefined && branch.to !== undefined && branch.substitute !== undefined) {
        return [[branch.to, branch.substitute]];
      }
      const isCollision = branch.to === undefined && branch.from !== undefined && branch.collision !== undefined;
      return isCollision && branch.from !== undefined && branch.collision !== undefined
        ? [[branch.from, branch.collision]]
        : [];
    });
  }

  #sourceTags(): string[] {
    return [...new Set(this.#step.cases.flatMap((branch) => branch.from ?? []))];
  }

  /** Branches that the target has and the source does not: a value with their tag was unknown before. */
  #newBranches(): Branch[] {
    const known = this.#sourceTags();
    return this.#step.cases.filter((branch) => branch.to !== undefined && !known.includes(branch.to));
  }

  #tagLines(from: string): string[] {
    const branches = this.#step.cases.filter((branch) => branch.from === from);
    const gone = branches.find((branch) => branch.to === undefined);
    if (gone !== undefined)
      return block(`if (tag === ${literal(from)})`, [this.#substituteLine(gone.substitute ?? {}, "not_carried")]);
    const [only] = branches;
    if (branches.length === 1 && only !== undefined && !this.#isSplitBack(only)) {
      return block(`if (tag === ${literal(from)})`, [`return ${this.#branchFunction(only)}(image, run);`]);
    }
    return block(`if (tag === ${literal(from)})`, this.#choiceLines(branches));
  }

  /** Whether the way back has a choice for the tag that a branch leads to. */
  #isSplitBack(branch: Branch): boolean {
    return this.#step.cases.filter((other) => other.to === branch.to).length > 1;
  }

  #choiceLines(branches: readonly Branch[]): string[] {
    const { use } = { use: (helper: string): string => this.#frame.use(helper) };
    const first = branches.reduceRight(
      (otherwise, branch) =>
        branch.test === undefined
          ? `${branch.index}`
          : `${testOn(this.#frame, branch.test, "image")} ? ${branch.index} : ${otherwise}`,
      `${branches.at(-1)?.index ?? 0}`,
    );
    const cases = branches.flatMap((branch) => [
      `if (chosen === ${branch.index}) {`,
      ...indent([
        `const migrated = ${this.#branchFunction(branch)}(image, run);`,
        `${use("rememberBranch")}(run, ${branch.index}, ${this.#chosenBack(branch)});`,
        "return migrated;",
      ]),
      "}",
    ]);
    return [
      `const chosen = ${use("chooseBranch")}(run, ${literal(branches.map((branch) => branch.index))}, ${first});`,
      ...cases,
    ];
  }

  /** The branch that the way back would choose for what a branch became. */
  #chosenBack(branch: Branch): string {
    const rivals = this.#step.cases.filter((other) => other.to === branch.to);
    return rivals.reduceRight(
      (otherwise, rival) =>
        rival.testBack === undefined
          ? `${rival.index}`
          : `${testOn(this.#frame, rival.testBack, "migrated")} ? ${rival.index} : ${otherwise}`,
      `${rivals.at(-1)?.index ?? 0}`,
    );
  }

  #collisionLines(branch: Branch): string[] {
    if (!this.#isOpen()) return [];
    if (branch.collision === undefined) {
      return this.#frame.fail(
        branch.place,
        `needs a "collision": an unknown value may have had the tag ${branch.to} before it was defined`,
      );
    }
    return block(`if (tag === ${literal(branch.to)})`, [this.#substituteLine(branch.collision, "tag_collision")]);
  }

  #isOpen(): boolean {
    const node = this.#shape.kind === "node" ? resolve(this.#shape.node, this.#frame.source) : undefined;
    return node?.kind === "union" && node.open !== undefined;
  }

  #substituteLine(replacement: Json, code: string): string {
    return `return ${this.#frame.use("substitute")}(run, image, ${literal(replacement)}, ${literal(code)});`;
  }

  /** The function that migrates one branch. */
  #branchFunction(branch: Branch): string {
    const { from = "", to = "", place } = branch;
    const source = this.#branchShape(this.#shape, from, "source", place);
    const target = this.#wanted === undefined ? undefined : this.#branchShape(this.#wanted, to, "target", place);
    const steps: Step[] = [...branch.steps, ...this.#retagging(branch)];
    const written = this.#frame.writers.object(
      this.#frame,
      `${this.#name}${pascalName(from.replaceAll(/[^A-Za-z0-9_]/g, "_"))}`,
      source,
      target,
      steps,
    );
    if (target?.kind === "node") checkResult(this.#frame, place, written.shape, target.node);
    return written.name;
  }

  #retagging({ from = "", to = "", place }: Branch): Step[] {
    if (from === to) return [];
    const at = `/${this.#step.tag}`;
    const table = { op: "mapValue" as const, at, pairs: [], onlyUp: [], onlyDown: [] };
    return [
      {
        place,
        step: "translate",
        at,
        by: { ...table, pairs: [this.#frame.direction === "up" ? [from, to] : [to, from]] },
      },
    ];
  }

  #branchShape(shape: Shape, tag: string, side: "source" | "target", place: string): Shape {
    const node = shape.kind === "node" ? resolve(shape.node, this.#frame[side]) : undefined;
    const branch = node?.kind === "union" ? node.branches.find((one) => one.tag === tag) : undefined;
    if (branch === undefined) {
      return this.#frame.fail(place, `version ${this.#frame[side].version} has no branch with the tag ${tag}`);
    }
    return { kind: "node", node: { kind: "ref", name: branch.name } };
  }
}
