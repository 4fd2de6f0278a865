/** The JSON Schema of one type of a TypeScript file. */

import type { ts } from "ts-json-schema-generator";
import { BadData, CommandFailure } from "../failure.js";
import { visibleText } from "../terminal/visible.js";
import type { Generator } from "./generator.js";
import { refusedTypes } from "./refused-types.js";
import { rootedSchema, type TypeSchema } from "./rooted-schema.js";
import { placeIn, type TypeScriptSource } from "./source.js";

type TypeDeclaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.ClassDeclaration;

/**
 * The schema of a type that describes an object, with everything it refers to inside. Closed, save where the type has an index
 * signature; properties in the order of their declaration; methods are left out, as JSON leaves them out.
 *
 * @param type Declared in the file, exported or not, or exported from it.
 * @throws CommandFailure when there is no such type; BadData when arguments cannot have it
 */
export function schemaOfType(generator: Generator, source: TypeScriptSource, type: string): TypeSchema {
  const declaration = declarationOf(generator.ts, source, type);
  const schema = rootedSchema(generated(generator, source, declaration));
  if (schema.type === "object") return schema;
  throw new BadData(
    `${placeOf(source, declaration)}: ${visibleText(type)} is not an object type, which arguments must have`,
  );
}

function generated(generator: Generator, source: TypeScriptSource, declaration: TypeDeclaration): TypeSchema {
  const config = {
    ...generator.DEFAULT_CONFIG,
    expose: "export",
    functions: "fail",
    sortProps: false,
    topRef: false,
  } as const;
  const parser = generator.createParser(source.program, config, (parsers) =>
    parsers.addNodeParser(refusedTypes(generator, source.program)),
  );
  const formatter = generator.createFormatter(config);
  try {
    const schemas = new generator.SchemaGenerator(source.program, parser, formatter, config);
    return schemas.createSchemaFromNodes([declaration]) as TypeSchema;
  } catch (error) {
    throw new BadData(`${placeOfError(generator, source, error, declaration)}: JSON Schema cannot say this type`);
  }
}

/** The words of the generator may quote the file; its place says enough. */
function placeOfError(
  { BaseError }: Generator,
  source: TypeScriptSource,
  error: unknown,
  declaration: TypeDeclaration,
): string {
  if (!(error instanceof BaseError)) return placeOf(source, declaration);
  const { file, start } = error.diagnostic;
  return file === source.file ? placeIn(source.name, source.file, start) : placeOf(source, declaration);
}

function placeOf({ name, file }: TypeScriptSource, declaration: TypeDeclaration): string {
  const isHere = declaration.getSourceFile() === file;
  return isHere ? placeIn(name, file, declaration.name?.getStart()) : visibleText(name);
}

/** @throws CommandFailure, BadData */
function declarationOf(ts: Generator["ts"], source: TypeScriptSource, type: string): TypeDeclaration {
  const [declaration, ...others] = declarationsOf(ts, source, type);
  if (declaration === undefined) {
    const names = [...new Set(namesIn(ts, source))].map(visibleText);
    const known = names.length > 0 ? `; it has ${names.join(", ")}` : "";
    throw new CommandFailure(`${visibleText(source.name)} has no type ${visibleText(type)}${known}`);
  }
  const place = placeOf(source, declaration);
  if (others.length > 0) throw new BadData(`${place}: ${visibleText(type)} is declared in more than one place`);
  if (declaration.typeParameters !== undefined)
    throw new BadData(`${place}: ${visibleText(type)} is generic; give it a name with its arguments filled in`);
  return declaration;
}

function declarationsOf(ts: Generator["ts"], source: TypeScriptSource, type: string): readonly TypeDeclaration[] {
  const local = source.file.statements.filter((statement) => isType(ts, statement)).filter(isNamed(type));
  const exported = exportsOf(ts, source).get(type)?.declarations ?? [];
  return [...new Set([...local, ...exported.filter((declaration) => isType(ts, declaration))])];
}

function namesIn(ts: Generator["ts"], source: TypeScriptSource): readonly string[] {
  const local = source.file.statements.filter((statement) => isType(ts, statement));
  const exported = [...exportsOf(ts, source)].filter(([, symbol]) =>
    symbol.declarations?.some((declaration) => isType(ts, declaration)),
  );
  return [...local.map(({ name }) => name?.text ?? "default"), ...exported.map(([name]) => name)];
}

/** What the file exports, its own and what it passes on from others. */
function exportsOf(ts: Generator["ts"], { program, file }: TypeScriptSource): ReadonlyMap<string, ts.Symbol> {
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(file);
  const symbols = module === undefined ? [] : checker.getExportsOfModule(module);
  return new Map(
    symbols.map((symbol) => [
      symbol.name,
      (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol),
    ]),
  );
}

function isType(ts: Generator["ts"], node: ts.Node): node is TypeDeclaration {
  return ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node);
}

function isNamed(type: string): (declaration: TypeDeclaration) => boolean {
  return ({ name }) => name?.text === type;
}
