/** What nobody reads of an answer is kept: in its place, with every digit. */

import type { JsonObject } from "@parlance/core";
import { parseJson, stringifyJson } from "@parlance/core/json";
import { describe, expect, it } from "vitest";
import { unreadMembersOf } from "../../src/shared/answer/unread.js";
import { UnreadMembers } from "../../src/shared/answer/unread-members.js";

const object = (text: string): JsonObject => parseJson(text) as JsonObject;

describe("members", () => {
  it("are unread until somebody reads them by their type", () => {
    const members = unreadMembersOf(
      object(
        '{"id":"x","n":1.5,"count":3,"flag":true,"list":[1],"inner":{"a":1},"any":[null],"skipped":0,"new":"kept"}',
      ),
    );
    expect([members.text("id"), members.number("n"), members.count("count"), members.flag("flag")]).toEqual([
      "x",
      1.5,
      3,
      true,
    ]);
    expect([members.list("list"), members.object("inner"), members.any("any")]).toEqual([[1], { a: 1 }, [null]]);
    members.skip("skipped", "absent");
    expect(members.rest()).toEqual({ new: "kept" });
  });

  it("members of another type stay unread", () => {
    const text = '{"id":7,"n":"1","count":-1,"half":0.5,"flag":"true","list":{},"inner":[],"name":"x"}';
    const members = unreadMembersOf(object(text));
    expect([members.text("id"), members.number("n"), members.count("count"), members.count("half")]).toEqual(
      Array(4).fill(undefined),
    );
    expect([members.flag("flag"), members.list("list"), members.object("inner"), members.members("name")]).toEqual(
      Array(4).fill(undefined),
    );
    expect(members.rest()).toEqual(JSON.parse(text));
  });

  it("members that are null are read and say nothing; the others stay", () => {
    const members = unreadMembersOf(object('{"a":null,"b":null}'));
    expect([members.text("a"), members.has("a"), members.rest()]).toEqual([undefined, true, { b: null }]);
  });

  it("are those of the object itself", () => {
    const members = unreadMembersOf(object('{"__proto__":{"polluted":1}}'));
    expect([members.any("toString"), members.has("constructor")]).toEqual([undefined, false]);
    expect(Object.keys(members.rest() ?? {})).toEqual(["__proto__"]);
  });

  it("members of an object within stay in their place", () => {
    const members = unreadMembersOf(object('{"usage":{"in":1,"new":{"x":2}},"all":{"read":1}}'));
    members.members("usage")?.count("in");
    members.members("all")?.count("read");
    expect(members.rest()).toEqual({ usage: { new: { x: 2 } } });
    expect(members.members("usage")?.rest()).toEqual({ new: { x: 2 } });
  });

  it("are none when all are read", () => {
    const members = unreadMembersOf(object('{"a":"x"}'));
    members.text("a");
    expect([members.rest(), unreadMembersOf(object("{}")).rest()]).toEqual([undefined, undefined]);
  });

  it("keep their digits", () => {
    const members = unreadMembersOf(
      object('{"a":1,"seed":12345678901234567890,"in":{"b":2,"cost":0.10000000000000000001}}'),
    );
    members.any("a");
    members.members("in")?.any("b");
    expect(stringifyJson(members.rest())).toBe('{"seed":12345678901234567890,"in":{"cost":0.10000000000000000001}}');
  });
});

describe("what is unread of an answer", () => {
  it("stands in its place, where a JSON Pointer finds it", () => {
    const unread = new UnreadMembers();
    unread.add([], object('{"tier":"x"}'));
    unread.add(["choices", 2, "message"], object('{"new":[1]}'));
    unread.add(["choices", 0], undefined);
    expect(unread.value()).toEqual({ tier: "x", choices: { "2": { message: { new: [1] } } } });
  });

  it("is empty where everything was read", () => {
    const unread = new UnreadMembers();
    unread.add(["choices", 0], object("{}"));
    expect(unread.value()).toEqual({});
  });

  it("is told once where all events say the same", () => {
    const unread = new UnreadMembers();
    for (let at = 0; at < 3; at++) unread.add([], object('{"fingerprint":"f","x":{"a":[1]}}'));
    expect(unread.value()).toEqual({ fingerprint: "f", x: { a: [1] } });
  });

  it("is the list of all values where events differ", () => {
    const unread = new UnreadMembers();
    for (const text of ['{"p":"a"}', '{"p":"a"}', '{"p":"b"}', '{"p":"a"}']) unread.add([], object(text));
    expect(unread.value()).toEqual({ p: ["a", "a", "b", "a"] });
  });

  it("loses nothing where a name is a member and a place", () => {
    const unread = new UnreadMembers();
    unread.add([], object('{"choices":"odd"}'));
    unread.add(["choices", 0], object('{"a":1}'));
    expect(unread.value()).toEqual({ choices: ["odd", { "0": { a: 1 } }] });
  });

  it("keeps digits and names of any kind, also of numbers that differ in digits alone", () => {
    const unread = new UnreadMembers();
    unread.add(
      [],
      object('{"a\\"b":12345678901234567890,"near":1.00000000000000000001,"list":[0.10000000000000000001]}'),
    );
    unread.add([], object('{"a\\"b":12345678901234567891,"near":1.0,"__proto__":1}'));
    expect(stringifyJson(unread.value())).toBe(
      '{"a\\"b":[12345678901234567890,12345678901234567891],"near":[1.00000000000000000001,1],"list":[0.10000000000000000001],"__proto__":1}',
    );
  });
});
