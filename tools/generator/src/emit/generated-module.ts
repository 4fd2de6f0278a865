/** A generated module in the making: its imports, hoisted constants and functions. */

import type { GeneratedFile } from "./header.js";
import { generatedHeader } from "./header.js";
import { literal } from "./writer.js";

interface Constant {
  readonly name: string;
  readonly type: string;
  readonly initializer: string;
}

export class GeneratedModule {
  readonly #imports = new Map<string, Set<string>>();
  readonly #constants = new Map<string, Constant>();
  readonly #names = new Set<string>();
  readonly #functions: (readonly string[])[] = [];

  /** Imports a name from a module and returns what to call it here; the name alone, or `type Name`. */
  use(path: string, name: string): string {
    return this.useAs(path, name, this.#names.has(name) ? `${name}Value` : name);
  }

  /** Imports a name from a module under another one. */
  useAs(path: string, name: string, local: string): string {
    const names = this.#imports.get(path) ?? new Set();
    this.#imports.set(path, names.add(local === name ? name : `${name} as ${local}`));
    return local.replace(/^type /, "");
  }

  /** The name of a hoisted constant; asking again for the same one gives the same name. */
  constant(wanted: string, type: string, initializer: string): string {
    const key = `${wanted}: ${type} = ${initializer}`;
    const existing = this.#constants.get(key);
    if (existing) return existing.name;
    const name = this.name(wanted);
    this.#constants.set(key, { name, type, initializer });
    return name;
  }

  /** A name that nothing else in the module has. */
  name(wanted: string): string {
    let name = wanted;
    for (let suffix = 2; this.#names.has(name); suffix++) name = `${wanted}${suffix}`;
    this.#names.add(name);
    return name;
  }

  /** Adds a function; a place is kept for it when `reserve` was called first. */
  add(lines: readonly string[]): void {
    this.#functions.push(lines);
  }

  /** Keeps a place, so that a function stands before those that writing it adds. */
  reserve(): (lines: readonly string[]) => void {
    const at = this.#functions.push([]) - 1;
    return (lines) => {
      this.#functions[at] = lines;
    };
  }

  /** The module as a file. */
  file(path: string, source: string, purpose: string): GeneratedFile {
    const parts = [
      [generatedHeader(source), "", `/** ${purpose} */`].join("\n"),
      this.#importLines().join("\n"),
      this.#constantLines().join("\n"),
      ...this.#functions.map((lines) => lines.join("\n")),
    ];
    return { path, content: `${parts.filter((part) => part !== "").join("\n\n")}\n` };
  }

  #importLines(): string[] {
    return [...this.#imports]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, names]) => `import ${importedNames([...names])} from ${literal(path)};`);
  }

  #constantLines(): string[] {
    return [...this.#constants.values()].map(
      ({ name, type, initializer }) => `const ${name}: ${type} = ${initializer};`,
    );
  }
}

function importedNames(names: readonly string[]): string {
  if (names.every((name) => name.startsWith("type "))) {
    return `type { ${names
      .map((name) => name.slice(5))
      .sort()
      .join(", ")} }`;
  }
  const bare = (name: string): string => name.replace(/^type /, "");
  return `{ ${[...names].sort((a, b) => (bare(a) < bare(b) ? -1 : 1)).join(", ")} }`;
}
