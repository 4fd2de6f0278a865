/** `spread`: one value of an object becomes a value of each item, and is taken together from them. */

import { describe, expect, it } from "vitest";
import { TEXT } from "../../../tools/generator/test/migrations/support.js";
import { expectLossless, type SmallContract, smallContract } from "../small-contract.js";

describe("spread", () => {
  const call = (properties: object): object => ({
    type: "object",
    additionalProperties: true,
    required: ["id"],
    properties: { id: TEXT, ...properties },
  });
  const calls = { type: "array", maxItems: 9, items: { $ref: "#/$defs/Call" } };
  const consent = {
    type: "object",
    additionalProperties: true,
    required: ["status"],
    properties: { status: { type: "string", enum: ["pending", "yes", "no"] }, by: TEXT },
  };
  const migration = (): Promise<SmallContract> =>
    smallContract(
      [
        {
          properties: { calls, status: { type: "string", enum: ["pending", "yes", "no"] } },
          required: ["calls"],
          defs: { Call: call({}) },
        },
        {
          properties: { calls },
          required: ["calls"],
          defs: { Call: call({ broken: { type: "boolean" }, consent: { $ref: "#/$defs/Consent" } }), Consent: consent },
        },
      ],
      [
        [
          { op: "each", at: "/data/calls", key: "id", do: [{ op: "add", at: "/broken" }] },
          {
            op: "spread",
            from: "/data/status",
            to: "/data/calls",
            host: "consent",
            field: "status",
            key: "id",
            any: ["pending"],
            else: "no",
            unless: { present: "broken", value: "no" },
          },
        ],
      ],
    );

  it("copies the value into each item, and takes it from items that are equal", async () => {
    const { up, down } = await migration();
    expect(up({ calls: [{ id: "a" }, { id: "b" }], status: "yes" }).value.data).toEqual({
      calls: [
        { id: "a", consent: { status: "yes" } },
        { id: "b", consent: { status: "yes" } },
      ],
    });
    expect(down({ calls: [{ id: "a", consent: { status: "yes" } }] })).toEqual({
      value: { type: "note", schema_version: 1, data: { calls: [{ id: "a" }], status: "yes" } },
      notes: [],
    });
  });

  it.each([
    ["any pending: pending", ["yes", "pending"], "pending"],
    ["else: no", ["yes", "no"], "no"],
    ["an item without a value is an item that differs", ["yes", undefined], "no"],
    ["no item has a value: none", [undefined, undefined], undefined],
  ])("decides by rule where items differ (%s)", async (_, statuses, expected) => {
    const { down } = await migration();
    const items = statuses.map((status, index) => ({
      id: `${index}`,
      ...(status === undefined ? {} : { consent: { status } }),
    }));
    expect(down({ calls: items }).value.data).toMatchObject({ calls: [{ id: "0" }, { id: "1" }] });
    expect((down({ calls: items }).value.data as { status?: string }).status).toBe(expected);
  });

  it("has a value of its own where an item forbids any other", async () => {
    const { down, up } = await migration();
    const { value } = down({ calls: [{ id: "a", broken: true, consent: { status: "yes", by: "me" } }] });
    expect(value.data).toEqual({ calls: [{ id: "a" }], status: "no" });
    expect(up(value.data, value.residue).value.data).toEqual({
      calls: [{ id: "a", broken: true, consent: { status: "yes", by: "me" } }],
    });
  });

  it("restores what the items had only while it amounts to the live value", async () => {
    const { up, down } = await migration();
    const { value } = down({
      calls: [
        { id: "a", consent: { status: "yes", by: "me" } },
        { id: "b", consent: { status: "no", by: "me" } },
      ],
    });
    expect(value.data).toEqual({ calls: [{ id: "a" }, { id: "b" }], status: "no" });
    expect(up({ calls: [{ id: "a" }, { id: "b" }], status: "yes" }, value.residue).value.data).toEqual({
      calls: [
        { id: "a", consent: { status: "yes" } },
        { id: "b", consent: { status: "yes" } },
      ],
    });
    expect(up({ calls: [{ id: "a" }], status: "no" }, value.residue).value.data).toEqual({
      calls: [{ id: "a", consent: { status: "no" } }],
    });
    expect(up({ calls: [{ id: "b" }, { id: "a" }], status: "no" }, value.residue).value.data).toEqual({
      calls: [
        { id: "b", consent: { status: "no", by: "me" } },
        { id: "a", consent: { status: "yes", by: "me" } },
      ],
    });
  });

  it("drops what the items had when the value was edited, even to one that they would amount to", async () => {
    const { up, down } = await migration();
    const { residue } = down({
      calls: [
        { id: "a", consent: { status: "yes" } },
        { id: "b", consent: { status: "no" } },
      ],
    }).value;
    expect(residue).toEqual({
      2: { "/data/calls/*/consent": { a: [{ "/consent": { status: "yes" }, "#value": "no" }] } },
    });
    expect(up({ calls: [{ id: "a" }, { id: "b" }], status: "pending" }, residue)).toEqual({
      value: {
        type: "note",
        schema_version: 2,
        data: {
          calls: [
            { id: "a", consent: { status: "pending" } },
            { id: "b", consent: { status: "pending" } },
          ],
        },
      },
      notes: [{ code: "residue_dropped", path: "/data/calls", direction: "up" }],
    });
  });

  it("keeps the value of an empty list", async () => {
    const { up, down } = await migration();
    const { value } = up({ calls: [], status: "yes" });
    expect(value.residue).toEqual({ 1: { "/data/calls/*/consent#value": "yes" } });
    expect(down(value.data, value.residue).value).toEqual({
      type: "note",
      schema_version: 1,
      data: { calls: [], status: "yes" },
    });
  });

  it("never makes a consent out of forged residue that the value does not give", async () => {
    const { up } = await migration();
    const forged = { 2: { "/data/calls/*/consent": { a: [{ "/consent": { status: "yes", by: "forger" } }] } } };
    expect(up({ calls: [{ id: "a" }], status: "no" }, forged).value.data).toEqual({
      calls: [{ id: "a", consent: { status: "no" } }],
    });
    expect(up({ calls: [{ id: "a" }], status: "pending" }, forged).value.data).toEqual({
      calls: [{ id: "a", consent: { status: "pending" } }],
    });
  });

  it("is lossless", async () => {
    expectLossless(
      await migration(),
      [
        { calls: [{ id: "a" }] },
        { calls: [{ id: "a" }, { id: "a", consent: "in the way", broken: "too" }], status: "pending" },
      ],
      [
        { calls: [{ id: "a" }] },
        {
          calls: [
            { id: "a", consent: { status: "yes", by: "x", more: {} } },
            { id: "a", consent: { status: "yes" } },
          ],
        },
        { calls: [{ id: "a" }, { id: "a", consent: { status: "no" } }, { id: "b", consent: { status: "pending" } }] },
        { calls: [{ id: "__proto__", consent: { status: "yes", by: "x" }, broken: false }], status: "unknown here" },
      ],
    );
  });
});
