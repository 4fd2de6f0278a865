/** Ids and times of what is imported; the literals were computed by Python's uuid and hashlib. */

import { parseJson } from "@parlance/core/json";
import { expect, it } from "vitest";
import {
  ConversationIds,
  ImportedEnvelopes,
  importedCallIds,
  type SourceRecord,
  uuidOfName,
} from "../../src/conversion/imported-identity.js";

it("the UUID of a name is the one that RFC 9562 has for it", () => {
  const dns = "6ba7b810-9dad-11d1-80b4-00c04fd430c8";
  expect(uuidOfName(dns, "www.example.com")).toBe("2ed6657d-e927-568b-95e1-2665a8aea6a2");
});

it("equal conversations of one import get ids of their own, and the same ids in the next", () => {
  const conversation = { messages: [{ role: "user", content: "Weather?" }] };
  const other = { messages: [] };
  const idsOf = (format: string) => {
    const ids = new ConversationIds(format);
    return [ids.idOf(conversation), ids.idOf(other), ids.idOf(conversation)];
  };
  const [first, , second] = idsOf("openai");
  expect([first, second]).toEqual(["9b84bb02-68ff-5f5b-b2a3-a99777ad8d4c", "ddea2929-66b1-5235-88f1-0740ca583d41"]);
  expect(idsOf("openai")).toEqual(idsOf("openai"));
  expect(new Set([...idsOf("openai"), ...idsOf("vllm")]).size).toBe(6);
});

it("the id of a conversation counts every digit and any character, and neither order of members nor white space", () => {
  const idOf = (text: string) => new ConversationIds("vllm").idOf(parseJson(text));
  const id = "90154b10-7fac-54fc-be46-8f8f5121a09a";
  const members = `"b":1,"a":2,"n":12345678901234567890`;
  expect(idOf(`{"messages":[{"role":"user","content":"é\\u2028",${members}}]}`)).toBe(id);
  expect(idOf(`{ "messages" : [{${members}, "content":"\\u00e9\u2028","role":"user"}]}`)).toBe(id);
  expect(idOf(`{"messages":[{"role":"user","content":"é\\u2028",${members.replace("890", "891")}}]}`)).not.toBe(id);
});

const record = (position: number, more: Partial<SourceRecord> = {}): SourceRecord => ({
  position,
  line: position + 1,
  ...more,
});

const envelopesOf = (file?: string) => new ImportedEnvelopes({ format: "claude-code", id: "c1", file });

it("the id of a message is made of the id of its record, or else of its position, and of its number", () => {
  const envelopes = envelopesOf();
  const ids = [
    envelopes.next(record(0, { id: "r1" }), 0),
    envelopes.next(record(0, { id: "r1" }), 1),
    envelopes.next(record(1), 0),
    envelopesOf().next(record(7, { id: "r1" }), 0),
  ].map(({ id }) => id);
  expect(ids).toEqual([
    "031cf980-eaf1-5842-a8ce-dc5bcee63e6e",
    "c74e3061-628b-545e-b8ec-d6e076a1c3a4",
    "2b9bd4ee-f990-59c0-98ad-7edb1a0ae528",
    "031cf980-eaf1-5842-a8ce-dc5bcee63e6e",
  ]);
});

it("the time of a message is its own, or else a millisecond after the message before, from the start of 1970", () => {
  const envelopes = envelopesOf();
  const own = { created_at: "2026-11-21T10:00:00.999Z" };
  const times = [record(0), record(1), record(2, own), record(3)].map((one) => envelopes.next(one, 0).created_at);
  expect(times).toEqual([
    "1970-01-01T00:00:00.000Z",
    "1970-01-01T00:00:00.001Z",
    "2026-11-21T10:00:00.999Z",
    "2026-11-21T10:00:01.000Z",
  ]);
});

it("a message says its conversation and where it was read, as far as that is known", () => {
  expect(envelopesOf("a.jsonl").next(record(3, { id: "r1" }), 0)).toMatchObject({
    conversation_id: "c1",
    source: { format: "claude-code", id: "r1", file: "a.jsonl", line: 4 },
  });
  expect(envelopesOf().next(record(3), 0).source).toEqual({ format: "claude-code", line: 4 });
});

it("ids of calls that came without one differ within a conversation and between conversations, and come again", () => {
  const made = (id: string) => {
    const newId = importedCallIds({ format: "openai", id, file: undefined });
    return [newId(), newId()];
  };
  expect(made("5de94271-5657-5ab9-a743-17628a484d4d")[0]).toBe("5c95c156-93d6-5b5f-b914-521e9fb497c8");
  expect(made("c1")).toEqual(made("c1"));
  expect(new Set([...made("c1"), ...made("c2")]).size).toBe(4);
});
