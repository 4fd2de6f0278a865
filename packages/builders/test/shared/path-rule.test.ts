/** What somebody is told whose path is refused. */

import { expect, it } from "vitest";
import {
  AgentRequestBuilder,
  FileContext,
  FileReferenceMessage,
  ImageMessage,
  ToolAvailabilityContext,
} from "../../src/index.js";
import { issuesOf } from "../refusal.js";

it.each<[string, string, (path: string) => unknown]>([
  ["a file reference", "/data/path", (path) => FileReferenceMessage.create(path)],
  ["an image", "/data/source/path", (path) => ImageMessage.fromFilePath(path)],
  ["a file", "/path", (path) => FileContext.fromContent(path, "x")],
  [
    "an attached file",
    "/attached_files/0/path",
    (path) =>
      AgentRequestBuilder.create()
        .withMessage("x")
        .withFile({ path, content: "", is_truncated: false, file_size_bytes: 0 })
        .build(),
  ],
  [
    "a workspace",
    "/tool_context/workspace_path",
    (path) => AgentRequestBuilder.create().withMessage("x").withWorkspace(path).build(),
  ],
  [
    "an active file",
    "/active_file_path",
    (path) => ToolAvailabilityContext.with(ToolAvailabilityContext.default(), { active_file_path: path }),
  ],
])("the path of %s is refused in words that say why", (_, place, make) => {
  for (const path of ["../x", "a/..", "..\\x", "x\\..", "a\0.t", "a\n.."])
    expect(
      issuesOf(() => make(path)),
      path,
    ).toEqual([
      {
        code: "not_allowed",
        path: place,
        keyword: "not",
        expected: "a path without a segment `..`, which would lead up, and without NUL",
        found: "4 characters",
      },
    ]);
});

it("a path with dots that lead nowhere is taken", () => {
  for (const path of ["..a", "a..", "a/...", "a/..b/c"]) expect(FileReferenceMessage.create(path).data.path).toBe(path);
});
