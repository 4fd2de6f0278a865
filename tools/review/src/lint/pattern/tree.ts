/** The tree of a parsed pattern, and what can be said of it: length, first characters, ambiguity. */

/** Some ASCII characters, and whether every character beyond ASCII is among them too. */
export interface CharacterSet {
  readonly ascii: ReadonlySet<number>;
  readonly beyond: boolean;
}

export type PatternNode =
  | { readonly kind: "characters"; readonly set: CharacterSet }
  | { readonly kind: "start" }
  | { readonly kind: "end" }
  | { readonly kind: "sequence"; readonly nodes: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly branches: readonly PatternNode[] }
  | { readonly kind: "repeat"; readonly node: PatternNode; readonly min: number; readonly max: number };

export interface Length {
  readonly min: number;
  readonly max: number;
}

const NEWLINE = 10;

/** How many characters the pattern can take. */
export function lengthOf(node: PatternNode): Length {
  switch (node.kind) {
    case "characters":
      return { min: 1, max: 1 };
    case "start":
    case "end":
      return { min: 0, max: 0 };
    case "sequence": {
      const lengths = node.nodes.map(lengthOf);
      return { min: sum(lengths.map((each) => each.min)), max: sum(lengths.map((each) => each.max)) };
    }
    case "choice": {
      const lengths = node.branches.map(lengthOf);
      return { min: Math.min(...lengths.map((each) => each.min)), max: Math.max(...lengths.map((each) => each.max)) };
    }
    case "repeat": {
      const { min, max } = lengthOf(node.node);
      return { min: min * node.min, max: max === 0 ? 0 : max * node.max };
    }
  }
}

export function isAnchored(node: PatternNode): boolean {
  return contains(node, (each) => each.kind === "start" || each.kind === "end");
}

/**
 * Whether each anchor stands as an alternative to a class with the line break, as in `(^|[/\\n])`: then it makes no difference
 * that some engines also see a line begin or end there.
 */
export function anchorsCoverNewline(node: PatternNode): boolean {
  switch (node.kind) {
    case "start":
    case "end":
      return false;
    case "choice": {
      const takesNewline = node.branches.some((branch) => lengthOf(branch).max === 1 && findsNewline(branch));
      return node.branches.every((branch) => (takesNewline && isBareAnchor(branch)) || anchorsCoverNewline(branch));
    }
    case "sequence":
      return node.nodes.every(anchorsCoverNewline);
    case "repeat":
      return anchorsCoverNewline(node.node);
    default:
      return true;
  }
}

function isBareAnchor(node: PatternNode): boolean {
  if (node.kind === "sequence") return node.nodes.length === 1 && node.nodes.every(isBareAnchor);
  return node.kind === "start" || node.kind === "end";
}

/** Whether the pattern, unanchored, is found in every text that has a line break. */
export function findsNewline(node: PatternNode): boolean {
  switch (node.kind) {
    case "characters":
      return node.set.ascii.has(NEWLINE);
    case "choice":
      return node.branches.some(findsNewline);
    case "sequence":
      return node.nodes.length === 1 && node.nodes.every(findsNewline);
    case "repeat":
      return node.min === 1 && findsNewline(node.node);
    default:
      return false;
  }
}

/** Whether a repeated group can be cut in more than one way. */
export function hasNestedQuantifier(node: PatternNode): boolean {
  return contains(node, (each) => each.kind === "repeat" && each.max > 1 && contains(each.node, varies));
}

/** Whether two alternatives of one choice can begin with the same character, or both take nothing. */
export function hasOverlappingAlternatives(node: PatternNode): boolean {
  return contains(node, (each) => each.kind === "choice" && overlaps(each.branches));
}

function varies(node: PatternNode): boolean {
  return node.kind === "repeat" && node.min !== node.max;
}

function overlaps(branches: readonly PatternNode[]): boolean {
  return branches.some((branch, index) =>
    branches.slice(index + 1).some((other) => {
      const bothEmpty = lengthOf(branch).min === 0 && lengthOf(other).min === 0;
      return bothEmpty || intersect(firstOf(branch), firstOf(other));
    }),
  );
}

/** The characters a match can begin with. */
function firstOf(node: PatternNode): CharacterSet {
  switch (node.kind) {
    case "characters":
      return node.set;
    case "start":
    case "end":
      return { ascii: new Set(), beyond: false };
    case "choice":
      return unite(node.branches.map(firstOf));
    case "repeat":
      return firstOf(node.node);
    case "sequence": {
      const stop = node.nodes.findIndex((each) => lengthOf(each).min > 0);
      return unite((stop === -1 ? node.nodes : node.nodes.slice(0, stop + 1)).map(firstOf));
    }
  }
}

function unite(sets: readonly CharacterSet[]): CharacterSet {
  return { ascii: new Set(sets.flatMap((set) => [...set.ascii])), beyond: sets.some((set) => set.beyond) };
}

function intersect(a: CharacterSet, b: CharacterSet): boolean {
  return (a.beyond && b.beyond) || [...a.ascii].some((code) => b.ascii.has(code));
}

function contains(node: PatternNode, test: (node: PatternNode) => boolean): boolean {
  if (test(node)) return true;
  if (node.kind === "sequence") return node.nodes.some((each) => contains(each, test));
  if (node.kind === "choice") return node.branches.some((each) => contains(each, test));
  return node.kind === "repeat" && contains(node.node, test);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
