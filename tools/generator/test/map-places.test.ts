/** Which paths lead to keys that are the user's own: these must not show in an error. */

import { expect, it } from "vitest";
import { mapPlaces } from "../src/emit/map-places.js";
import type { Contract, Definition, Node, Property } from "../src/model.js";

const TEXT: Node = { kind: "string" };
const MAP: Node = { kind: "map", keys: TEXT, values: TEXT };

function property(name: string, node: Node): Property {
  return { name, required: false, node, description: "", deprecated: false, examples: [] };
}

function contractOf(nodes: Record<string, Node>): Contract {
  const definitions = Object.entries(nodes).map(([name, node]): [string, Definition] => [
    name,
    { name, file: "", pointer: "", description: "", deprecated: false, examples: [], schema: {}, node },
  ]);
  return {
    version: 1,
    current: true,
    definitions: new Map(definitions),
    message: { kind: "union", tag: "type", branches: [] },
    facts: { messages: new Map(), parts: new Map() },
  };
}

function objectOf(...properties: Property[]): Node {
  return { kind: "object", properties, typed: true };
}

it("a map is reached through properties, items, values, references and branches", () => {
  const places = mapPlaces(
    contractOf({
      Box: objectOf(property("labels", MAP), property("size", TEXT)),
      Shelf: objectOf(property("boxes", { kind: "array", items: { kind: "ref", name: "Box" } })),
      Store: { kind: "map", keys: TEXT, values: { kind: "ref", name: "Shelf" } },
      Thing: {
        kind: "union",
        tag: "type",
        branches: [
          { tag: "box", name: "Box" },
          { tag: "word", name: "Word" },
        ],
      },
      Either: { kind: "choice", nodes: [TEXT, MAP] },
      Word: objectOf(property("text", TEXT)),
    }),
  );
  expect(places).toEqual({
    Box: { labels: { "*": {} } },
    Shelf: { boxes: { "[]": { "&": ["Box"] } } },
    Store: { "*": { "&": ["Shelf"] } },
    Thing: { "&": ["Box"] },
    Either: { "*": {} },
  });
});

it("definitions that refer to themselves or each other are followed once", () => {
  const places = mapPlaces(
    contractOf({
      Tree: objectOf(
        property("children", { kind: "array", items: { kind: "ref", name: "Tree" } }),
        property("labels", MAP),
      ),
      Left: objectOf(property("right", { kind: "ref", name: "Right" })),
      Right: objectOf(property("left", { kind: "ref", name: "Left" })),
    }),
  );
  expect(places).toEqual({ Tree: { children: { "[]": { "&": ["Tree"] } }, labels: { "*": {} } } });
});
