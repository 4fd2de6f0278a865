/** A record that is replaced keeps the layout of the file, and can be read again. */

import { describe, expect, it } from "vitest";
import { BlockWriter } from "../../src/output/block-writer.js";
import { Rewriter } from "../../src/output/rewriter.js";

const LIMIT = 67_108_864;
const ORIGINAL = Buffer.from('{\n    "a": 1\n  }');

async function replaced(text: string): Promise<Buffer> {
  const written: Buffer[] = [];
  const blocks = new BlockWriter(async (bytes) => {
    written.push(Buffer.from(bytes));
  });
  const rewriter = new Rewriter(blocks, false);
  rewriter.begin("array");
  rewriter.replace(ORIGINAL, 0, ORIGINAL.length, text);
  await blocks.end();
  return Buffer.concat(written);
}

describe("a record that is replaced in an indented file", () => {
  it("is indented like the one it replaces", async () => {
    expect((await replaced('{"b":[2]}')).toString()).toBe('{\n    "b": [\n      2\n    ]\n  }');
  });

  it("is left in one line where indentation would make it too large to be read", async () => {
    const fitting = `{"b":"${"é".repeat((LIMIT - 20) / 2)}"}`;
    expect((await replaced(fitting)).length).toBe(Buffer.byteLength(fitting) + 9);
    const full = `{"b":"${"a".repeat(LIMIT - 8)}"}`;
    expect((await replaced(full)).equals(Buffer.from(full))).toBe(true);
  });
});
