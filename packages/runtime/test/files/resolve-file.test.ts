/** File references that become the content of their files. */

import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { FileReferenceMessage } from "@parlance/builders";
import { CURRENT_VERSION, encode, type Message, type Warning } from "@parlance/core";
import { parseJson, stringifyJson } from "@parlance/core/json";
import * as anthropic from "@parlance/providers/anthropic";
import * as ollama from "@parlance/providers/ollama";
import * as openai from "@parlance/providers/openai";
import * as vllm from "@parlance/providers/vllm";
import { describe, expect, it } from "vitest";
import { DEFAULT_FILE_POLICY, resolveFile } from "../../src/files/index.js";
import { errorOf, foreignReference, makeFolder, reference, SECRET } from "./folder.js";

const { root, outside, options, write } = makeFolder();
const planFile = write("docs/plan.md", "one\ntwo\nthree\nfour\n");

const anywhere = { ...options, policy: { ...DEFAULT_FILE_POLICY, absolute_paths: "anywhere" as const } };

describe("Resolving absolute file path", () => {
  it("reads the file and stores its content in the message", async () => {
    const message = reference(planFile);
    const resolved = await resolveFile(message, { ...options, now: () => 1_000 });
    expect(resolved).toEqual({
      ...message,
      data: {
        path: planFile,
        resolution: {
          status: "resolved",
          content: "one\ntwo\nthree\nfour\n",
          resolved_path: "docs/plan.md",
          language: "markdown",
          file_size_bytes: 19,
          line_count: 4,
          resolved_at: "1970-01-01T00:00:01.000Z",
        },
      },
    });
    expect(message.data.resolution).toEqual({ status: "unresolved" });
  });

  it("returns an error when the file does not exist", async () => {
    const { resolution } = (await resolveFile(reference(join(root, "gone.md")), options)).data;
    expect(resolution.status).toBe("failed");
    expect(resolution.error).toEqual({ code: "not_found", message: "there is no such file" });
    expect(resolution.content).toBeUndefined();
  });

  it("respects what the role and the policy allow", async () => {
    const codeFor = async (path: string, more: object): Promise<string | undefined> =>
      (await resolveFile(reference(path), { ...options, ...more })).data.resolution.error?.code;
    const never = { policy: { ...DEFAULT_FILE_POLICY, absolute_paths: "never" } };
    expect(await codeFor(planFile, { role: "stranger" })).toBe("denied");
    expect(await codeFor(planFile, never)).toBe("denied");
    expect(await codeFor("docs/plan.md", never)).toBeUndefined();
    expect(await codeFor(join(outside, "secret.txt"), {})).toBe("outside_workspace");
    expect(await codeFor(planFile, { workspace: undefined })).toBe("no_workspace");
  });

  it("reads anywhere when the policy says so, without telling where the file really is", async () => {
    const { resolution } = (await resolveFile(reference(join(outside, "secret.txt")), anywhere)).data;
    expect(resolution.content).toBe(`${SECRET}\n`);
    expect(resolution.resolved_path).toBeUndefined();
    const alone = await resolveFile(reference(planFile), { ...anywhere, workspace: undefined });
    expect(alone.data.resolution.status).toBe("resolved");
  });

  it("keeps relative paths in the workspace even then", async () => {
    symlinkSync(outside, join(root, "way-out"));
    const { resolution } = (await resolveFile(reference("way-out/secret.txt"), anywhere)).data;
    expect(resolution.error?.code).toBe("outside_workspace");
  });
});

describe("Resolving relative file path", () => {
  it("reads the file from the workspace", async () => {
    const { resolution } = (await resolveFile(reference("docs/plan.md"), options)).data;
    expect(resolution.content).toBe("one\ntwo\nthree\nfour\n");
    expect(resolution.resolved_path).toBe("docs/plan.md");
  });

  it("returns an error when no workspace is set, or it is not a folder", async () => {
    for (const workspace of [undefined, join(root, "gone"), planFile]) {
      const { resolution } = (await resolveFile(reference("docs/plan.md"), { ...options, workspace })).data;
      expect(resolution.error).toEqual({ code: "no_workspace", message: "there is no workspace to look in" });
    }
  });

  it("takes either slash, and paths that no factory normalised", async () => {
    for (const path of ["docs\\plan.md", "./docs/./plan.md", "docs//plan.md", ".\\docs\\\\plan.md"]) {
      const { resolution } = (await resolveFile(foreignReference({ path }), options)).data;
      expect([path, resolution.resolved_path]).toEqual([path, "docs/plan.md"]);
    }
  });

  it("follows links inside of the workspace, and says where they led", async () => {
    symlinkSync("docs", join(root, "alias"));
    symlinkSync("alias/plan.md", join(root, "current"));
    const { resolution } = (await resolveFile(reference("current"), options)).data;
    expect([resolution.resolved_path, resolution.language]).toEqual(["docs/plan.md", "markdown"]);
  });

  it("finds a workspace that is itself behind a link", async () => {
    const link = join(outside, "link-to-workspace");
    symlinkSync(root, link);
    const through = { ...options, workspace: link };
    for (const path of ["docs/plan.md", planFile, join(link, "docs/plan.md")])
      expect((await resolveFile(reference(path), through)).data.resolution.resolved_path).toBe("docs/plan.md");
  });
});

describe("Resolving file with line range", () => {
  it.each([
    ["both ends", 2, 3, "two\nthree\n"],
    ["one line", 1, 1, "one\n"],
    ["no first line", undefined, 2, "one\ntwo\n"],
    ["no last line", 3, undefined, "three\nfour\n"],
    ["all lines", 1, 4, "one\ntwo\nthree\nfour\n"],
  ])("extracts the lines, counted from 1: %s", async (_, start, end, content) => {
    const { resolution } = (await resolveFile(reference("docs/plan.md", start, end), options)).data;
    expect([resolution.content, resolution.line_count, resolution.is_truncated]).toEqual([content, 4, undefined]);
  });

  it.each([
    ["past the end", 5, undefined],
    ["ending past the end", 2, 5],
    ["far past the end", Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    ["ending before it begins", 3, 2],
  ])("returns an error with the number of lines when the range is invalid: %s", async (_, start_line, end_line) => {
    const message = foreignReference({ path: "docs/plan.md", start_line, end_line });
    const { resolution } = (await resolveFile(message, options)).data;
    expect(resolution).toMatchObject({ status: "failed", line_count: 4, file_size_bytes: 19 });
    expect(resolution.error).toEqual({
      code: "bad_range",
      message: "the lines are not in the file, which has 4 lines",
    });
  });

  it("says that no line is in an empty file, which may still be read whole", async () => {
    write("empty.txt", "");
    const lines = (await resolveFile(reference("empty.txt", 1, 1), options)).data.resolution;
    expect(lines.error?.message).toBe("the lines are not in the file, which has 0 lines");
    expect((await resolveFile(reference("empty.txt", 1), options)).data.resolution.error?.code).toBe("bad_range");
    const whole = (await resolveFile(reference("empty.txt"), options)).data.resolution;
    expect([whole.status, whole.content, whole.line_count]).toEqual(["resolved", "", 0]);
  });

  describe.each(Object.entries({ anthropic, ollama, openai, vllm }))(
    "a prompt for a model of %s",
    (_, { toRequest }) => {
      it.each([
        ["both ends", 2, 3, 100, "2-3)", "2\ttwo\n3\tthree\n"],
        ["no first line", undefined, 1, 100, "1-1)", "1\tone\n"],
        ["no last line", 4, undefined, 100, "4-4)", "4\tfour\n"],
        ["cut after a line", 2, 4, 12, "2-3) [TRUNCATED]", "2\ttwo\n3\tthree\n"],
        ["cut after a line, no last line", 2, undefined, 12, "2-3) [TRUNCATED]", "2\ttwo\n3\tthree\n"],
        ["cut within a line", 3, 4, 2, "3-3) [TRUNCATED]", "3\tth\n"],
      ])("marks the lines with the numbers that they have: %s", async (_case, start, end, max, header, lines) => {
        const policy = { ...DEFAULT_FILE_POLICY, max_content_bytes: max };
        const resolved = await resolveFile(reference("docs/plan.md", start, end), { ...options, policy });
        const { body } = toRequest({ messages: [resolved], options: { model: "m", max_tokens: 9 } });
        const shown = JSON.stringify(`File: docs/plan.md (lines ${header}\n\`\`\`markdown\n${lines}\`\`\``);
        expect(JSON.stringify(body.messages)).toContain(shown);
      });
    },
  );
});

describe("Permission check for file access", () => {
  it.each(["planner", "Planner", "PLANNER"])(
    "lets a planner read files, in whichever letter case: %j",
    async (role) => {
      const { status } = (await resolveFile(reference("docs/plan.md"), { ...options, role })).data.resolution;
      expect(status).toBe("resolved");
      const policy = { ...DEFAULT_FILE_POLICY, roles: { PLANner: ["read_files"], coder: [] } } as const;
      expect((await resolveFile(reference("docs/plan.md"), { ...options, role, policy })).data.resolution.status).toBe(
        "resolved",
      );
    },
  );

  it.each(["coder", "planner ", "pl\u0430nner", "", "__proto__", "constructor", "toString", "hasOwnProperty"])(
    "denies everyone else, with a permission error: %j",
    async (role) => {
      const { resolution } = (await resolveFile(reference("docs/plan.md"), { ...options, role })).data;
      expect(resolution).toMatchObject({
        status: "failed",
        error: { code: "denied", message: "the role may not read this" },
      });
    },
  );

  it.each([
    ["kelvin", "\u212aelvin"],
    ["\u212aelvin", "kelvin"],
    ["\u00c9diteur", "\u00e9diteur"],
    ["stra\u00dfe", "STRASSE"],
    ["i", "\u0130"],
    ["s", "\u017f"],
  ])("takes no other letter for one of the alphabet: the rights of %j are not those of %j", async (listed, role) => {
    const policy = { ...DEFAULT_FILE_POLICY, roles: { [listed]: ["read_files"] } } as const;
    const { resolution } = (await resolveFile(reference("docs/plan.md"), { ...options, role, policy })).data;
    expect(resolution.error?.code).toBe("denied");
    const both = { ...policy, roles: { [listed]: ["read_files"], [role]: [] } } as const;
    const { status } = (await resolveFile(reference("docs/plan.md"), { ...options, role: listed, policy: both })).data
      .resolution;
    expect(status).toBe("resolved");
  });

  it("says nothing about the file to whom it denies", async () => {
    for (const path of ["docs/plan.md", "gone", join(outside, "secret.txt"), "C:\\a"]) {
      const { resolution } = (await resolveFile(reference(path), { ...options, role: "x", now: () => 0 })).data;
      expect(Object.keys(resolution).sort()).toEqual(["error", "resolved_at", "status"]);
      expect(resolution.error?.code).toBe("denied");
    }
  });

  it("takes the rights from a policy that was stored as JSON, own members alone", async () => {
    const text = '{"roles":{"coder":["read_files"],"guest":[],"planner":["write_files"],"__proto__":["read_files"]},';
    const limits = '"absolute_paths":"in_workspace","max_file_bytes":1000,"max_content_bytes":1000}';
    const policy = JSON.parse(text + limits);
    const may = async (role: string): Promise<boolean> =>
      (await resolveFile(reference("docs/plan.md"), { ...options, role, policy })).data.resolution.error === undefined;
    expect([await may("coder"), await may("guest"), await may("planner"), await may("toString")]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe("Validating file reference message", () => {
  it("refuses an empty path, a traversal and an end before its start where a message is made", async () => {
    for (const path of ["", "../a", "a/../b", "a\\..\\b", "a\0b"])
      expect(() => FileReferenceMessage.create(path), path).toThrow();
    expect(() => FileReferenceMessage.create("a", { start_line: 2, end_line: 1 })).toThrow();
    const message = { ...reference("a"), data: { path: "../secret.txt", resolution: { status: "unresolved" } } };
    const error = await errorOf(resolveFile(message as never, options));
    expect(error.name).toBe("ValidationError");
  });

  it("keeps a normalised path in the message", async () => {
    const resolved = await resolveFile(reference("./docs//plan.md"), options);
    expect(resolved.data.path).toBe("docs/plan.md");
  });
});

describe("a resolved message", () => {
  it("keeps id, time, metadata, unknown members and every digit", async () => {
    const text = `{"type":"file_reference","schema_version":${CURRENT_VERSION},"id":"${reference("a").id}","created_at":"2026-11-21T10:00:00.000Z",
      "metadata":{"n":12345678901234567890},"later":[true],
      "data":{"path":"docs/plan.md","hint":9007199254740993,"resolution":{"status":"failed","note":1e400,"error":{"code":"denied"}}}}`;
    const resolved = await resolveFile(FileReferenceMessage.decode(text), options);
    const written = encode(resolved);
    for (const kept of ["12345678901234567890", '"later":[true]', "9007199254740993", '"note":1e400'])
      expect(written).toContain(kept);
    expect(resolved.data.resolution.error).toBeUndefined();
    expect(resolved.data.resolution.status).toBe("resolved");
    expect(() => parseJson(stringifyJson(resolved))).not.toThrow();
    expect(Object.isFrozen(resolved.data.resolution)).toBe(true);
  });

  it("is stored before it is given back, and not read a second time", async () => {
    const dirty: Message[] = [];
    const resolved = await resolveFile(reference("docs/plan.md"), {
      ...options,
      onDirty: async (message) => {
        await Promise.resolve();
        dirty.push(message);
      },
    });
    expect(dirty).toEqual([resolved]);
    expect(await resolveFile(resolved, { ...options, onDirty: () => expect.unreachable() })).toBe(resolved);
  });

  it("is read when it says that it was resolved and has no content", async () => {
    const emptied = foreignReference({ path: "docs/plan.md", resolution: { status: "resolved" } });
    expect((await resolveFile(emptied, options)).data.resolution.line_count).toBe(4);
  });

  it("is tried again when it failed", async () => {
    const failed = await resolveFile(reference("docs/later.md"), options);
    expect(failed.data.resolution.error?.code).toBe("not_found");
    write("docs/later.md", "here");
    const { resolution } = (await resolveFile(failed, options)).data;
    expect([resolution.status, resolution.content, resolution.error]).toEqual(["resolved", "here", undefined]);
  });

  it("is not given to anybody when the store fails", async () => {
    const broken = new Error("disk full");
    const failing = resolveFile(reference("docs/plan.md"), {
      ...options,
      onDirty() {
        throw broken;
      },
    });
    await expect(failing).rejects.toBe(broken);
  });

  it("is not made when the work is called off", async () => {
    const reason = new Error("enough");
    const called = { ...options, signal: AbortSignal.abort(reason), onDirty: () => expect.unreachable() };
    for (const role of ["planner", "stranger"])
      await expect(resolveFile(reference("docs/plan.md"), { ...called, role })).rejects.toBe(reason);
  });

  it("tells the logger when its content was cut, without the content", async () => {
    const warnings: Warning[] = [];
    const policy = { ...DEFAULT_FILE_POLICY, max_content_bytes: 9 };
    const logger = { warn: (warning: Warning) => void warnings.push(warning) };
    const { resolution } = (await resolveFile(reference("docs/plan.md"), { ...options, policy, logger })).data;
    expect([resolution.content, resolution.is_truncated, resolution.line_count]).toEqual(["one\ntwo\n", true, 4]);
    expect(warnings).toEqual([
      {
        code: "file_truncated",
        path: "/data/resolution/content",
        message: "the content was cut to the size that the policy allows",
      },
    ]);
  });
});

describe("settings that make no sense", () => {
  it.each([
    ["a role that is not text", { role: 7 }, "/role: wrong_type"],
    ["a relative workspace", { workspace: "src" }, "/workspace: not_absolute"],
    ["an empty workspace", { workspace: "" }, "/workspace: not_absolute"],
    ["a workspace with NUL", { workspace: "/a\0b" }, "/workspace: not_absolute"],
    ["a workspace that is not text", { workspace: 1 }, "/workspace: wrong_type"],
    ["no policy", { policy: null }, "/policy: wrong_type"],
    ["no roles", { policy: { ...DEFAULT_FILE_POLICY, roles: [] } }, "/policy/roles: wrong_type"],
    [
      "one role in two letter cases",
      { policy: { ...DEFAULT_FILE_POLICY, roles: { planner: ["read_files"], Planner: [] } } },
      "/policy/roles: not_unique",
    ],
    [
      "rights as one text",
      { policy: { ...DEFAULT_FILE_POLICY, roles: { planner: "read_files" } } },
      "/policy/roles/*: wrong_type",
    ],
    [
      "another choice of paths",
      { policy: { ...DEFAULT_FILE_POLICY, absolute_paths: "all" } },
      "/policy/absolute_paths: not_allowed_value",
    ],
    ["half a byte", { policy: { ...DEFAULT_FILE_POLICY, max_file_bytes: 0.5 } }, "/policy/max_file_bytes: bad_number"],
    ["no byte", { policy: { ...DEFAULT_FILE_POLICY, max_file_bytes: 0 } }, "/policy/max_file_bytes: bad_number"],
    [
      "more than a message holds",
      { policy: { ...DEFAULT_FILE_POLICY, max_content_bytes: 16_777_217 } },
      "/policy/max_content_bytes: bad_number",
    ],
  ])("are refused by their places: %s", async (_, more, place) => {
    const error = await errorOf(resolveFile(reference("docs/plan.md"), { ...options, ...more } as never));
    expect(error.name).toBe("ValidationError");
    const { issues } = error as unknown as { issues: { path: string; code: string }[] };
    expect(issues.map(({ path, code }) => `${path}: ${code}`)).toEqual([place]);
  });
});
