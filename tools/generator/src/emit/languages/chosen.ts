/** File extensions whose language is chosen by hand, as lines of an id and its extensions. */

/** The names that the contract has always used; they win over everything. */
export const CONTRACT: ReadonlyMap<string, string> = byExtension(`
  csharp cs
  python py
  javascript js
  typescript ts
  jsx jsx
  tsx tsx
  json json
  xml xml
  html html
  css css
  scss scss
  markdown md
  yaml yaml yml
  bash sh bash
  powershell ps1
  sql sql
  java java
  go go
  rust rs
  cpp cpp cc cxx h hpp
  c c
  ruby rb
  php php
  swift swift
  kotlin kt kts
`);

/** What nearly everyone means by an extension that several languages claim, where the general rule finds another one. */
export const EXPECTED: ReadonlyMap<string, string> = byExtension(`
  actionscript as
  asciidoc asc
  assembly s
  basic bas
  brainfuck bf
  common-lisp cl
  fortran f for
  freemarker ftl
  glsl frag
  hlsl fx
  ini cfg
  javascript es gs
  jq jq
  nushell nu
  perl fcgi t
  php inc
  pkg-config pc
  qmake pro
  qsharp qs
  roff 1
  scala sc
  sql ddl
  starlark star
  subrip-text srt
  text txt
  verilog v
  xml-property-list plist
`);

function byExtension(lines: string): Map<string, string> {
  const words = lines.split("\n").map((line) => line.trim().split(" "));
  return new Map(words.flatMap(([id = "", ...extensions]) => extensions.map((extension) => [extension, id])));
}
