/** System controls and MCP resources: what the application and its servers put into a conversation. */

import { describe, expect, it } from "vitest";
import {
  McpResourceMessage,
  McpResourceMessageBuilder,
  SystemControlMessage,
  SystemControlMessageBuilder,
} from "../../src/index.js";
import { errorOf, expectNoSecret, isDeeplyFrozen, placesOf, SECRET } from "../refusal.js";
import { ENVELOPE, FIXED, ID, NOW } from "./fixtures.js";

/** What a JavaScript caller may pass where TypeScript would refuse it. */
const untyped = McpResourceMessage as unknown as { create: (...given: unknown[]) => McpResourceMessage };

describe("a system control message (system control message representation)", () => {
  it("records the old and the new mode of a mode change", () => {
    expect(SystemControlMessage.modeChange("plan", "act", FIXED)).toEqual({
      type: "system_control",
      ...ENVELOPE,
      data: { control: { type: "mode_change", from: "plan", to: "act" } },
    });
  });

  it("records the old and the new name of a branch switch", () => {
    expect(SystemControlMessage.branchSwitch("main", "idea", FIXED).data).toEqual({
      control: { type: "branch_switch", from: "main", to: "idea" },
    });
  });

  it("cannot be changed", () => {
    expect(isDeeplyFrozen(SystemControlMessage.modeChange("a", "b"))).toBe(true);
  });

  it("refuses empty names and other types, all at once", () => {
    expect(placesOf(() => SystemControlMessage.modeChange("", 7 as never, { id: "x" }))).toEqual([
      "/id: pattern_mismatch",
      "/data/control/from: too_short",
      "/data/control/to: wrong_type",
    ]);
    expect(placesOf(() => SystemControlMessage.branchSwitch("a", "x".repeat(257)))).toEqual([
      "/data/control/to: too_long",
    ]);
  });

  it("is described by the kind of change, and by its names only when asked", () => {
    const message = SystemControlMessage.modeChange("plan", "act", FIXED);
    expect(SystemControlMessage.describe(message)).toBe(`SystemControlMessage(${ID}, mode_change)`);
    expect(SystemControlMessage.describe(message, { content: true })).toBe(
      `SystemControlMessage(${ID}, mode_change): "plan to act"`,
    );
  });

  it("is built as the factory makes it", () => {
    const builder = SystemControlMessageBuilder.create(FIXED);
    expect(builder.withModeChange("a", "b").build()).toEqual(SystemControlMessage.modeChange("a", "b", FIXED));
    expect(builder.withBranchSwitch("a", "b").build()).toEqual(SystemControlMessage.branchSwitch("a", "b", FIXED));
    expect(placesOf(() => builder.withModeChange("", "b").build())).toEqual(["/data/control/from: too_short"]);
  });
});

describe("an MCP resource message (MCP resource message representation)", () => {
  it("identifies server and resource, and has content, media type and the time of retrieval", () => {
    expect(McpResourceMessage.text("docs", "docs://api", "# API", { ...FIXED, mime_type: "text/markdown" })).toEqual({
      type: "mcp_resource",
      ...ENVELOPE,
      data: {
        server_name: "docs",
        resource_uri: "docs://api",
        contents: [{ type: "text", text: "# API" }],
        mime_type: "text/markdown",
        retrieved_at: NOW,
      },
    });
  });

  it("takes several pieces of text and bytes, with what the server said about keeping and use", () => {
    const contents = [
      { type: "text", text: "", uri: "docs://a" },
      { type: "blob", blob: "AAAA", mime_type: "image/png" },
    ] as const;
    const options = {
      retrieved_at: "2020-01-01T00:00:00.000Z",
      cache: { ttl_ms: 0, scope: "private" },
      annotations: { audience: ["assistant"], priority: 0.5 },
    } as const;
    const { data } = McpResourceMessage.create("docs", "docs://", contents, options);
    expect(data).toEqual({ server_name: "docs", resource_uri: "docs://", contents, ...options });
  });

  it("was retrieved at the very time of the message, unless the caller knows better", () => {
    let time = 0;
    const message = McpResourceMessage.text("docs", "docs://a", "x", { now: () => ++time });
    expect(message.data.retrieved_at).toBe(message.created_at);
  });

  it("makes a resource without any content one empty text", () => {
    expect(McpResourceMessage.create("docs", "docs://a", []).data.contents).toEqual([{ type: "text", text: "" }]);
  });

  it("copies its contents, keeps unknown fields, and cannot be changed", () => {
    const piece = { type: "text", text: "a", _meta: { etag: 1 } };
    const message = untyped.create("docs", "docs://a", [piece], { cache: { ttl_ms: 1, etag: "x" }, annotations: null });
    piece.text = "b";
    piece._meta.etag = 2;
    expect(message.data).toMatchObject({
      contents: [{ type: "text", text: "a", _meta: { etag: 1 } }],
      cache: { ttl_ms: 1, etag: "x" },
    });
    expect("annotations" in message.data).toBe(false);
    expect(isDeeplyFrozen(message)).toBe(true);
  });

  it("refuses bytes that no decoder takes, unknown pieces and everything else at once, without content", () => {
    const contents = [{ type: "blob", blob: "AAA" }, { type: "audio" }, null, { type: "text", text: "fine" }];
    const run = () => untyped.create("", SECRET, contents, { retrieved_at: SECRET, annotations: { priority: 2 } });
    expect(placesOf(run)).toEqual([
      "/data/contents/0/blob: bad_base64",
      "/data/server_name: too_short",
      "/data/contents/1/type: not_allowed_value",
      "/data/contents/2: wrong_type",
      "/data/retrieved_at: pattern_mismatch",
      "/data/annotations/priority: too_large",
    ]);
    expectNoSecret(errorOf(run));
  });

  it("tells of the other problems, too, when its contents are not JSON", () => {
    expect(placesOf(() => untyped.create("", "u", [() => SECRET], { cache: { ttl_ms: -1 } }))).toEqual([
      "/data/contents: not_json_value",
      "/data/server_name: too_short",
      "/data/cache/ttl_ms: too_small",
    ]);
  });

  it("is described by counts and lengths, and by its text only when asked", () => {
    const contents = [
      { type: "text", text: "hello" },
      { type: "blob", blob: "AAAA" },
    ] as const;
    const message = McpResourceMessage.create("docs", "docs://a", contents, FIXED);
    expect(McpResourceMessage.describe(message)).toBe(
      `McpResourceMessage(${ID}, 2 pieces, 5 characters, 4 base64 digits)`,
    );
    expect(McpResourceMessage.describe(message, { content: true, max: 2 })).toBe(
      `McpResourceMessage(${ID}, 2 pieces, 5 characters, 4 base64 digits): "he…"`,
    );
  });

  it("is built piece by piece, with the time filled in", () => {
    const builder = McpResourceMessageBuilder.create(FIXED).withServerName("docs").withResourceUri("docs://a");
    expect(builder.withText("x").build()).toEqual(McpResourceMessage.text("docs", "docs://a", "x", FIXED));
    expect(builder.withPiece({ type: "blob", blob: "AAAA" }).build().data.contents).toHaveLength(2);
    expect(placesOf(() => builder.withPiece({ type: "blob", blob: "A" }).build())).toEqual([
      "/data/contents/2/blob: bad_base64",
    ]);
  });
});
