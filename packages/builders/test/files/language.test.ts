/** The language of a file by its name. */

import { describe, expect, it } from "vitest";
import { FileContext } from "../../src/index.js";

const { inferLanguage } = FileContext;

describe("the language of a file", () => {
  it.each([
    ["cs", "csharp"],
    ["py", "python"],
    ["js", "javascript"],
    ["ts", "typescript"],
    ["jsx", "jsx"],
    ["tsx", "tsx"],
    ["json", "json"],
    ["xml", "xml"],
    ["html", "html"],
    ["css", "css"],
    ["scss", "scss"],
    ["md", "markdown"],
    ["yaml", "yaml"],
    ["yml", "yaml"],
    ["sh", "bash"],
    ["bash", "bash"],
    ["ps1", "powershell"],
    ["sql", "sql"],
    ["java", "java"],
    ["go", "go"],
    ["rs", "rust"],
    ["cpp", "cpp"],
    ["cc", "cpp"],
    ["cxx", "cpp"],
    ["c", "c"],
    ["h", "cpp"],
    ["hpp", "cpp"],
    ["rb", "ruby"],
    ["php", "php"],
    ["swift", "swift"],
    ["kt", "kotlin"],
    ["kts", "kotlin"],
  ])(
    "the language of a file with the extension .%s is %s, as the contract has always called it",
    (extension, language) => {
      expect(inferLanguage(`src/file.${extension}`)).toBe(language);
      expect(inferLanguage(`SRC\\FILE.${extension.toUpperCase()}`)).toBe(language);
      expect(inferLanguage(`.${extension}`)).toBe(language);
    },
  );

  it("is not told by a letter that only looks like one of its extension", () => {
    expect([inferLanguage("a.\u212aT"), inferLanguage("a.KT")]).toEqual([undefined, "kotlin"]);
  });

  it.each([
    ["a.lua", "lua"],
    ["a.zig", "zig"],
    ["a.vue", "vue"],
    ["a.fs", "fsharp"],
    ["a.toml", "toml"],
    ["a.txt", "text"],
    ["a.m", "objective-c"],
    ["a.mm", "objective-c++"],
    ["a.pl", "perl"],
    ["a.r", "r"],
    ["a.el", "emacs-lisp"],
    ["a.vb", "vbnet"],
    ["a.mts", "typescript"],
    ["a.plist", "xml-property-list"],
    ["a.zsh", "shell"],
  ])("the language of %s is %s, from the maintained list", (path, language) => {
    expect(inferLanguage(path)).toBe(language);
  });

  it.each([
    ["Dockerfile", "dockerfile"],
    ["build/Makefile", "makefile"],
    ["CMakeLists.txt", "cmake"],
    ["Gemfile", "ruby"],
    [".bashrc", "shell"],
    ["go.mod", "go-module"],
  ])("the language of %s is %s, by its whole name", (path, language) => {
    expect(inferLanguage(path)).toBe(language);
  });

  it("follows the longer of two extensions, save where the shorter one has a name of old", () => {
    expect(inferLanguage("a.rst.txt")).toBe("restructuredtext");
    expect(inferLanguage("a.blade.php")).toBe("php");
    expect(inferLanguage("a.test.ts")).toBe("typescript");
  });

  it.each([
    "",
    "file",
    "a.unheard-of",
    "a.",
    "..",
    "a/b.ts/",
    "constructor",
    "a.constructor",
    "a.__proto__",
    "__proto__",
  ])("the language of %j is not known", (path) => {
    expect(inferLanguage(path)).toBeUndefined();
  });

  it("is found in a path of any length", () => {
    expect(inferLanguage(`${"a.".repeat(100_000)}ts`)).toBe("typescript");
  });
});
