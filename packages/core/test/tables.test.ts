/** The tables of the contract: small, and open to further rows. */

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { transform } from "esbuild";
import { describe, expect, it } from "vitest";
import { explain } from "../src/explain.js";
import type { RowNode, TableNode, UnionNode } from "../src/runtime/table-node.js";
import { CURRENT, GENERATED } from "./versions.js";

const Message = CURRENT.table.Message as TableNode;
const TextMessage = CURRENT.table.TextMessage as TableNode;

describe("a table", () => {
  it.each(GENERATED)("the table of version $version is smaller than 8 kB after gzip", async ({ version }) => {
    const source = readFileSync(new URL(`../src/generated/v${version}/table.gen.ts`, import.meta.url), "utf8");
    const { code } = await transform(source, { loader: "ts", minify: true });
    expect(gzipSync(code).length).toBeLessThan(8000);
  });

  it("takes another definition by its rows, which may refer to those that are there", () => {
    const reply: TableNode = {
      kind: "object",
      required: ["type", "to"],
      properties: { type: { kind: "literals", values: ["acme.reply"] }, to: () => TextMessage },
    };
    const messages = Message as RowNode & UnionNode;
    const extended: TableNode = { ...messages, branches: { ...messages.branches, "acme.reply": () => reply } };
    const value = { type: "acme.reply", to: { type: "text" } };
    expect(explain(Message, value)).toEqual([]);
    expect(explain(extended, value).map(({ path, expected }) => [path, expected])).toEqual([
      ["/to", 'property "schema_version"'],
      ["/to", 'property "id"'],
      ["/to", 'property "created_at"'],
      ["/to", 'property "data"'],
    ]);
  });
});
