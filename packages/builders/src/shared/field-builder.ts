/** What the fluent builders are made of: fields that are set one by one. */

import { type Companion, type Issue, ValidationError } from "@parlance/core";
import { issuesAt } from "@parlance/core/internal";
import { frozenJson, replaceMembers } from "@parlance/core/json";
import { constructValue, type Draft } from "./construct.js";
import { optionsOf } from "./options.js";
import type { Surroundings } from "./surroundings.js";

/** The value, or everything that is wrong with what was set. */
export type BuildResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** What was set so far; frozen to its last level. */
export interface SetFields<Fields extends object> {
  readonly fields: Partial<Fields>;
  /** Of fields that were given what JSON cannot say. */
  readonly issues: readonly Issue[];
}

/**
 * Collects fields: every setter changes the builder and returns it. Nothing is checked before `build`, which tells all problems at
 * once. It can be called again, also after more was set: each value stands for itself.
 */
export abstract class FieldBuilder<Value extends object, Fields extends object = Value> {
  readonly #surroundings: Surroundings | undefined;
  /** Replaced as a whole, so that what was built before keeps what it had. */
  #draft: SetFields<Fields> = { fields: {}, issues: [] };

  protected constructor(surroundings?: Surroundings) {
    this.#surroundings = optionsOf(surroundings);
  }

  /**
   * The value, deeply frozen.
   *
   * @throws ValidationError with all issues.
   */
  build(): Value {
    return this.finish();
  }

  /** As `build`, with the problems returned. */
  tryBuild(): BuildResult<Value> {
    return buildResultOf(() => this.finish());
  }

  /** Of the type that is built. */
  protected abstract get companion(): Companion<Value>;

  /**
   * Makes the value of what was set.
   *
   * @throws ValidationError with all issues.
   */
  protected finish(): Value {
    return constructValue<Value, Draft<Value>>(this.companion, { ...this.#draft.fields } as never, [
      ...this.#draft.issues,
      ...this.problems(),
    ]);
  }

  /** What is wrong besides what the schema sees. */
  protected problems(): readonly Issue[] {
    return [];
  }

  protected get surroundings(): Surroundings | undefined {
    return this.#surroundings;
  }

  protected get draft(): SetFields<Fields> {
    return this.#draft;
  }

  /** Sets a field; undefined clears it. */
  protected set<Name extends keyof Fields & string>(name: Name, value: Fields[Name] | undefined): this {
    return this.setAt([name], value);
  }

  /** Sets the value at a path of field names. It is copied, so that changes of it come too late. */
  protected setAt(path: readonly string[], value: unknown): this {
    const { fields, issues } = this.#draft;
    const place = `/${path.join("/")}`;
    const given = admitted(value, place);
    const others = issues.filter((one) => one.path !== place && !one.path.startsWith(`${place}/`));
    return this.#drafted({ fields: placed(fields, path, given.value), issues: [...others, ...given.issues] });
  }

  /** Adds an item to the list at a path. */
  protected appendAt(path: readonly string[], item: unknown): this {
    const { fields, issues } = this.#draft;
    const items = valueAt(fields, path) ?? [];
    // What is not a list is for the schema to refuse.
    if (!Array.isArray(items)) return this;
    const given = admitted(item, `/${path.join("/")}/${items.length}`);
    const longer = frozenJson([...items, given.value]);
    return this.#drafted({ fields: placed(fields, path, longer), issues: [...issues, ...given.issues] });
  }

  /** Keeps issues besides those there are. */
  protected report(issues: readonly Issue[]): this {
    return this.#drafted({ fields: this.#draft.fields, issues: [...issues, ...this.#draft.issues] });
  }

  #drafted(draft: SetFields<Fields>): this {
    this.#draft = draft;
    return this;
  }
}

/** What a function returns, or the issues of the ValidationError that it throws. */
export function buildResultOf<Value>(make: () => Value): BuildResult<Value> {
  try {
    return { ok: true, value: make() };
  } catch (error) {
    if (error instanceof ValidationError) return { ok: false, issues: error.issues };
    throw error;
  }
}

/** A frozen copy; null with an issue for what JSON cannot say, so that the field does not count as missing as well. */
function admitted(value: unknown, place: string): { readonly value: unknown; readonly issues: readonly Issue[] } {
  const copy = buildResultOf(() => (value === undefined ? undefined : frozenJson(value)));
  return copy.ok ? { value: copy.value, issues: [] } : { value: null, issues: issuesAt(place, copy.issues) };
}

function valueAt(fields: object, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (holder, name) => (holder as Readonly<Record<string, unknown>> | undefined)?.[name],
    fields,
  );
}

/** The fields with a value at the path, and with objects on the way there. */
function placed<Fields extends object>(fields: Fields, path: readonly string[], value: unknown): Fields {
  const [name, ...deeper] = path;
  if (name === undefined) return fields;
  const inner = (fields as Readonly<Record<string, object | undefined>>)[name];
  const member = deeper.length === 0 ? value : placed(inner ?? {}, deeper, value);
  return replaceMembers(fields, { [name]: member } as Partial<Fields>);
}
