/** Makes the module text that ajv writes loadable anywhere: its `require` calls become imports of our helpers, its exports one table. */

/** What ajv requires at run time, and the helper of core's runtime folder that does the same. */
const HELPERS: Readonly<Record<string, { readonly name: string; readonly file: string }>> = {
  "ajv/dist/runtime/ucs2length": { name: "codePointLength", file: "text" },
  "ajv/dist/runtime/equal": { name: "equalJson", file: "equal" },
};

const REQUIRE_LINE = /^const (\w+) = require\("([^"]+)"\)(?:\.default)?;$/;
/** Where ajv looks for equal items it keeps them as keys of an object, in which a text `__proto__` would get lost. */
const LOOKUP_LINE = /^const (indices\d+) = \{\};$/;
const EXPORT_LINE = /^export const (\w+) = (\w+);$/;

export interface AjvModule {
  /** Import statements of the helpers that the body uses. */
  readonly imports: readonly string[];
  /** The validating functions and their constants, free of `require` and of exports. */
  readonly body: string;
  /** Exported name to the function in the body. */
  readonly validators: ReadonlyMap<string, string>;
}

/**
 * Takes apart the ES module that ajv's standalone compiler wrote (one statement a line).
 * The only place where generated text is edited after printing, since ajv leaves `require` calls in ES modules.
 *
 * @param runtime path from the module to core's runtime folder
 * @throws Error on a `require` that has no helper here, or one that is left in another form.
 */
export function adaptAjvModule(code: string, runtime: string): AjvModule {
  const imports: string[] = [];
  const body: string[] = [];
  const validators = new Map<string, string>();
  for (const line of code.split("\n")) {
    const required = REQUIRE_LINE.exec(line);
    const exported = EXPORT_LINE.exec(line);
    if (required) imports.push(importOf(required[1] ?? "", required[2] ?? "", runtime));
    else if (exported) validators.set(exported[1] ?? "", exported[2] ?? "");
    else if (line !== '"use strict";') body.push(line.replace(LOOKUP_LINE, "const $1 = Object.create(null);"));
  }
  const text = body.join("\n").trim();
  if (/\brequire\s*\(/.test(withoutStrings(text)))
    throw new Error("ajv wrote a require call in a form that is not known");
  if (/\bindices\w* = \{/.test(text)) throw new Error("ajv wrote a lookup of equal items in a form that is not known");
  if (/^\s*export\b/m.test(text)) throw new Error("ajv wrote an export in a form that is not known");
  assertDistinct(text);
  return { imports, body: text, validators };
}

function importOf(local: string, module: string, runtime: string): string {
  const helper = HELPERS[module];
  if (!helper) throw new Error(`ajv requires "${module}", for which core's runtime has no helper`);
  return `import { ${helper.name} as ${local} } from "${runtime}/${helper.file}.js";`;
}

/** The compiler of TypeScript does not look at this module, so a second function of one name would show only on loading. */
function assertDistinct(code: string): void {
  const names = [...code.matchAll(/^function (\w+)/gm)].map((match) => match[1]);
  if (new Set(names).size < names.length) throw new Error("ajv wrote a function twice");
}

/** A schema's own text may say "require(" inside a string; only code counts. */
function withoutStrings(code: string): string {
  return code.replace(/"(?:[^"\\\n]|\\.)*"/g, '""');
}
