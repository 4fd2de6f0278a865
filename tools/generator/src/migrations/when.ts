/** Steps under a condition: both branches are followed, and what differs afterwards is held in a register that either sets. */

import type { Instruction, Register } from "./plan.js";
import { madeLeaf, type Scope } from "./scope.js";
import { type Shape, TRUSTED } from "./shape.js";
import type { Step, WhenStep } from "./steps.js";
import { cloneHost, type Host, type Leaf, newHost, type Tree } from "./tree.js";

/** A register that both branches set; a branch that has no value sets nothing. */
interface Choice {
  readonly to: Register;
  readonly first: Register | undefined;
  readonly otherwise: Register | undefined;
}

/** Follows both branches of a `when`. */
export function followWhen(scope: Scope, step: Step & WhenStep, follow: (steps: readonly Step[]) => void): void {
  const { root, instructions } = scope;
  const dissolved = scope.dissolved.length;
  const then = followBranch(scope, cloneHost(root), () => follow(step.done));
  // The branches exclude each other, so that both may keep residue in one slot.
  const written = forgetNewWrites(scope, then.writesBefore);
  const otherwise = followBranch(scope, cloneHost(root), () => follow(step.otherwise));
  for (const [slot, place] of written) scope.writes.set(slot, place);
  if (scope.dissolved.length > dissolved)
    scope.frame.fail(step.place, "an object cannot be unwrapped under a condition");
  const choices: Choice[] = [];
  scope.root = merge(scope, then.root, otherwise.root, choices, step);
  scope.instructions = instructions;
  scope.add({
    op: "when",
    test: step.test,
    steps: [...then.instructions, ...choices.map(({ to, first }) => choose(to, first))],
    otherwise: [...otherwise.instructions, ...choices.map((choice) => choose(choice.to, choice.otherwise))],
  });
}

interface Followed {
  readonly root: Host;
  readonly instructions: readonly Instruction[];
  readonly writesBefore: ReadonlySet<string>;
}

function followBranch(scope: Scope, root: Host, follow: () => void): Followed {
  const writesBefore = new Set(scope.writes.keys());
  scope.root = root;
  scope.instructions = [];
  follow();
  return { root: scope.root, instructions: scope.instructions, writesBefore };
}

function forgetNewWrites(scope: Scope, before: ReadonlySet<string>): [string, string][] {
  const added = [...scope.writes].filter(([slot]) => !before.has(slot));
  for (const [slot] of added) scope.writes.delete(slot);
  return added;
}

function choose(to: Register, from: Register | undefined): Instruction {
  return { op: "copy", ...(from === undefined ? {} : { from }), to };
}

function merge(scope: Scope, a: Host, b: Host, choices: Choice[], step: Step): Host {
  const merged: Host = { ...newHost(), ...(a.opening === undefined ? {} : { opening: a.opening }) };
  for (const name of new Set([...a.children.keys(), ...b.children.keys(), ...a.gone, ...b.gone])) {
    const tree = mergeChild(scope, scope.childOf(a, name), scope.childOf(b, name), choices, step);
    if (tree !== undefined) merged.children.set(name, tree);
  }
  for (const name of [...a.gone, ...b.gone]) {
    if (!merged.children.has(name)) merged.gone.add(name);
  }
  return merged;
}

function mergeChild(
  scope: Scope,
  a: Tree | undefined,
  b: Tree | undefined,
  choices: Choice[],
  step: Step,
): Tree | undefined {
  if (a === undefined && b === undefined) return undefined;
  if (a?.kind === "host") return merge(scope, a, hostLike(scope, b, a, step), choices, step);
  if (b?.kind === "host") return merge(scope, hostLike(scope, a, b, step), b, choices, step);
  return mergeLeaves(scope, a, b, choices);
}

/** The other branch's state of an object that one branch took apart or made. */
function hostLike(scope: Scope, tree: Tree | undefined, like: Host, step: Step): Host {
  if (tree?.kind === "host") return tree;
  const isUntouched = tree === undefined ? like.opening === undefined : tree.register === like.opening?.from;
  if (!isUntouched) return scope.frame.fail(step.place, "the branches leave different objects in one place");
  return { ...newHost(), ...(like.opening === undefined ? {} : { opening: like.opening }) };
}

function mergeLeaves(scope: Scope, a: Leaf | undefined, b: Leaf | undefined, choices: Choice[]): Leaf | undefined {
  const waiting = [...new Set([...(a?.waiting ?? []), ...(b?.waiting ?? [])])];
  if (a !== undefined && a.register === b?.register) return { ...a, waiting };
  const to = scope.register();
  choices.push({ to, first: a?.register, otherwise: b?.register });
  const origin = a === undefined || b === undefined || a.origin === b.origin ? (a?.origin ?? b?.origin) : undefined;
  const required = a?.required === true && b?.required === true;
  return { ...madeLeaf(to, required, eitherShape(a?.shape, b?.shape), origin), waiting };
}

function eitherShape(a: Shape | undefined, b: Shape | undefined): Shape {
  if (a === undefined || b === undefined) return a ?? b ?? TRUSTED;
  if (a.kind === "node" && b.kind === "node" && a.node.kind === "literals" && b.node.kind === "literals") {
    return { kind: "node", node: { kind: "literals", values: [...new Set([...a.node.values, ...b.node.values])] } };
  }
  return JSON.stringify(a) === JSON.stringify(b) ? a : TRUSTED;
}
