/** What the fluent builders of messages have in common: an envelope that fills itself in, and fields of `data`. */

import type { Identifier } from "@parlance/core";
import { constructMessage, type KnownMessage, type MessageKind, type MessageOptions } from "./construct-message.js";
import { FieldBuilder } from "./field-builder.js";

/** The fields of a message that can be set: those of the envelope that are anybody's to choose, and those of `data`. */
export type MessageFields<Value extends KnownMessage> = Omit<Value, "type" | "schema_version" | "data" | "residue"> & {
  readonly data: Partial<Value["data"]>;
};

/** Collects the fields of a message. Where no id or time was set, each `build` makes a new id and takes the time. */
export abstract class MessageFieldBuilder<Value extends KnownMessage> extends FieldBuilder<
  Value,
  MessageFields<Value>
> {
  protected abstract get type(): Value["type"];

  /** The rules that the factories of the type have, too. */
  protected get kind(): MessageKind<Value> {
    return { companion: this.companion, type: this.type };
  }

  /** The message that this one follows, or its id; null and undefined clear it. */
  withParent(parent: KnownMessage | Identifier | null | undefined): this {
    return this.setAt(["parent_id"], (typeof parent === "object" ? parent?.id : parent) ?? undefined);
  }

  /** What was set of `data` so far. */
  protected get data(): Partial<Value["data"]> {
    return this.draft.fields.data ?? {};
  }

  /** Sets a field of `data`; undefined clears it. */
  protected setData<Name extends keyof Value["data"] & string>(
    name: Name,
    value: Value["data"][Name] | undefined,
  ): this {
    return this.setAt(["data", name], value);
  }

  /** Adds an item to a list of `data`; what was wrong with earlier items stays wrong. */
  protected append(name: keyof Value["data"] & string, item: unknown): this {
    const list: unknown = this.data[name] ?? [];
    const path = ["data", name];
    const earlier = this.draft.issues.filter((issue) => issue.path === `/${path.join("/")}`);
    return this.setAt(path, [...(Array.isArray(list) ? list : [list]), item]).report(earlier);
  }

  protected override finish(): Value {
    const { fields, issues } = this.draft;
    const { data: _, ...envelope } = fields;
    const options = { ...this.surroundings, ...envelope } as MessageOptions;
    return constructMessage(this.kind, { ...this.data } as never, options, [...issues, ...this.problems()]);
  }
}
