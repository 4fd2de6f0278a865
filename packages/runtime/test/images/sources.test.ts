/** Images in files and in the message itself. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ImageMessage } from "@parlance/builders";
import { DEFAULT_FILE_POLICY } from "@parlance/runtime/files";
import { DEFAULT_IMAGE_LIMITS, type ImageOptions, recogniseImage } from "@parlance/runtime/images";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jpeg, png } from "./draw.js";
import { quiet, seeing } from "./fixtures.js";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "parlance-images-")));
const workspace = join(folder, "workspace");
const image = png("In a file");

beforeAll(() => {
  mkdirSync(join(workspace, "pictures"), { recursive: true });
  writeFileSync(join(workspace, "pictures", "a.png"), image);
  writeFileSync(join(workspace, "photo.png"), jpeg("A photo"));
  writeFileSync(join(workspace, "notes.png"), "only notes");
  writeFileSync(join(workspace, "empty.png"), "");
  writeFileSync(join(folder, "secret.png"), image);
  symlinkSync(join(workspace, "pictures"), join(workspace, "inside"));
  symlinkSync(join(folder, "secret.png"), join(workspace, "out.png"));
  symlinkSync(folder, join(workspace, "up"));
  symlinkSync(join(workspace, "out.png"), join(workspace, "twice.png"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const files = { workspace, role: "planner" };

async function outcome(source: ImageMessage, options: Partial<ImageOptions>) {
  const vision = seeing(() => ({ text: "seen" }));
  const { data } = await recogniseImage(source, { ...quiet(), vision, ...options });
  return { data, code: data.recognition.error?.code, shown: vision.shown };
}

describe("an image in a file", () => {
  it.each(["pictures/a.png", "inside/a.png", join(workspace, "pictures", "a.png")])(
    "is read from the workspace (case %#)",
    async (path) => {
      const { data, shown } = await outcome(ImageMessage.fromFilePath(path), { files });
      expect(data.source).toEqual({ type: "file_path", path });
      expect(shown).toEqual([{ mime_type: "image/png", data: image.toString("base64") }]);
    },
  );

  it("is not read by default", async () => {
    const { data, shown } = await outcome(ImageMessage.fromFilePath("pictures/a.png"), {});
    expect(data.recognition.error).toEqual({
      code: "file_denied",
      message: "images in files may not be read here",
      retryable: false,
    });
    expect(shown).toEqual([]);
  });

  it.each([
    ["not_found", "pictures/none.png"],
    ["not_a_file", "pictures"],
    ["outside_workspace", "out.png"],
    ["outside_workspace", "twice.png"],
    ["outside_workspace", "up/secret.png"],
    ["outside_workspace", join(folder, "secret.png")],
    ["unsupported_format", "notes.png"],
    ["empty", "empty.png"],
  ])("is %s (case %#)", async (code, path) => {
    const failed = await outcome(ImageMessage.fromFilePath(path), { files });
    expect(failed.code).toBe(code);
    expect(failed.shown).toEqual([]);
    expect(JSON.stringify(failed.data.recognition)).not.toContain("secret");
  });

  it("is denied to a role without the right", async () => {
    const failed = await outcome(ImageMessage.fromFilePath("pictures/a.png"), { files: { ...files, role: "guest" } });
    expect(failed.code).toBe("denied");
  });

  it("is as small as both the policy for files and the limit for images have it", async () => {
    const message = ImageMessage.fromFilePath("pictures/a.png");
    const limits = { ...DEFAULT_IMAGE_LIMITS, max_bytes: image.length - 1 };
    expect((await outcome(message, { files, limits })).code).toBe("too_large");
    const policy = { ...DEFAULT_FILE_POLICY, max_file_bytes: image.length - 1 };
    expect((await outcome(message, { files: { ...files, policy } })).code).toBe("too_large");
  });

  it("has the type of its bytes, whatever its name says", async () => {
    const { data, shown } = await outcome(ImageMessage.fromFilePath("photo.png"), { files });
    expect(shown[0]?.mime_type).toBe("image/jpeg");
    expect(data.recognition).not.toHaveProperty("notice");
    const claimed = await outcome(ImageMessage.fromFilePath("photo.png", { mime_type: "image/png" }), { files });
    expect(claimed.data.recognition.notice).toBe("The image is image/jpeg, which is not what its sender says.");
    expect(claimed.data.source.mime_type).toBe("image/png");
  });

  it("settings of files that make no sense are the caller's mistake, not the image's", async () => {
    const wrong = { workspace: "relative", role: "planner" };
    await expect(outcome(ImageMessage.fromFilePath("a.png"), { files: wrong })).rejects.toMatchObject({
      issues: [{ path: "/files/workspace", code: "not_absolute" }],
    });
  });
});

describe("an image in the message itself", () => {
  function inline(data: string, mime_type = "image/png"): ImageMessage {
    const made = ImageMessage.fromBase64(image.toString("base64"), mime_type);
    return { ...made, data: { ...made.data, source: { type: "base64", mime_type, data } } };
  }

  it.each(["A", "AA", "AAA", "AAAAA", "=", "AA=A", "===="])("is refused when it is not base64: %j", async (data) => {
    expect((await outcome(inline(data), {})).code).toBe("bad_base64");
  });

  it.each(["AA A", "AA\n==", "data:image/png;base64,AAAA", "AA-_"])(
    "cannot have another alphabet: %j",
    async (data) => {
      await expect(outcome(inline(data), {})).rejects.toMatchObject({ issues: [{ path: "/data/source/data" }] });
    },
  );

  it("is empty when it has no bytes", async () => {
    expect((await outcome(inline(""), {})).code).toBe("empty");
  });

  it("may say jpg, as many do", async () => {
    const { data } = await outcome(inline(jpeg("A photo").toString("base64"), "image/jpg"), {});
    expect(data.recognition).not.toHaveProperty("notice");
    expect(data.source.mime_type).toBe("image/jpeg");
  });
});
