/** Unions whose tags differ between the versions: a plan that looks at the tag and has one for each branch. */

import { pascalName } from "../emit/writer.js";
import type { Json } from "../model.js";
import { checkResult } from "./fits.js";
import type { Frame } from "./frame.js";
import { definedMembers, type PlanData } from "./plan.js";
import { resolve, type Shape } from "./shape.js";
import type { Branch, Step, VariantStep } from "./steps.js";

/** Adds the plan of a `variant` under a name that was reserved. */
export function planVariant(
  frame: Frame,
  name: string,
  step: Step & VariantStep,
  shape: Shape,
  target: Shape | undefined,
): void {
  frame.plans[name] = new VariantPlanner(frame, name, step, shape, target).plan();
}

class VariantPlanner {
  readonly #frame: Frame;
  readonly #name: string;
  readonly #step: Step & VariantStep;
  readonly #shape: Shape;
  readonly #target: Shape | undefined;

  constructor(frame: Frame, name: string, step: Step & VariantStep, shape: Shape, target: Shape | undefined) {
    this.#frame = frame;
    this.#name = name;
    this.#step = step;
    this.#shape = shape;
    this.#target = target;
  }

  plan(): PlanData {
    const branches = [
      ...this.#sourceTags().map((tag) => [tag, this.#branchPlan(tag)] as const),
      ...this.#newBranches().flatMap((branch) => this.#collision(branch)),
    ];
    return { tag: this.#step.tag, branches: Object.fromEntries(branches), substitutes: this.#substitutes() };
  }

  /** What the other direction puts in the place of branches that only this direction's target has. */
  #substitutes(): [string, Json][] {
    return this.#step.cases.flatMap(({ from, to, substitute, collision }): [string, Json][] => {
      if (from === undefined && to !== undefined && substitute !== undefined) return [[to, substitute]];
      return to === undefined && from !== undefined && collision !== undefined ? [[from, collision]] : [];
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

  #branchPlan(from: string): PlanData {
    const branches = this.#step.cases.filter((branch) => branch.from === from);
    const gone = branches.find((branch) => branch.to === undefined);
    if (gone !== undefined) return { substitute: gone.substitute ?? {}, code: "not_carried" };
    const [only] = branches;
    if (branches.length === 1 && only !== undefined && !this.#isSplitBack(only))
      return { plan: this.#objectPlan(only) };
    return { choices: branches.map((branch) => this.#choice(branch)) };
  }

  /** Whether the way back has a choice for the tag that a branch leads to. */
  #isSplitBack(branch: Branch): boolean {
    return this.#rivals(branch).length > 1;
  }

  /** The branches among which the way back chooses. */
  #rivals(branch: Branch): Branch[] {
    return this.#step.cases.filter((other) => other.to === branch.to);
  }

  #choice(branch: Branch): PlanData {
    const { index, test } = branch;
    const back = this.#rivals(branch).map((rival) => definedMembers({ index: rival.index, test: rival.testBack }));
    return definedMembers({ index, test, plan: this.#objectPlan(branch), back });
  }

  #collision({ collision, place, to = "" }: Branch): (readonly [string, PlanData])[] {
    if (!this.#isOpen()) return [];
    if (collision === undefined) {
      return this.#frame.fail(
        place,
        `needs a "collision": an unknown value may have had the tag ${to} before it was defined`,
      );
    }
    return [[to, { substitute: collision, code: "tag_collision" }]];
  }

  #isOpen(): boolean {
    const node = this.#shape.kind === "node" ? resolve(this.#shape.node, this.#frame.source) : undefined;
    return node?.kind === "union" && node.open !== undefined;
  }

  /** The name of the plan of one branch. */
  #objectPlan(branch: Branch): string {
    const { from = "", to = "", place } = branch;
    const source = this.#branchShape(this.#shape, from, "source", place);
    const target = this.#target === undefined ? undefined : this.#branchShape(this.#target, to, "target", place);
    const name = this.#frame.reserve(`${this.#name}${pascalName(from.replaceAll(/[^A-Za-z0-9_]/g, "_"))}`);
    const steps: Step[] = [...branch.steps, ...this.#retagging(branch)];
    const planned = this.#frame.planners.object(this.#frame, name, source, target, steps);
    if (target?.kind === "node") checkResult(this.#frame, place, planned.shape, target.node);
    return planned.name;
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
