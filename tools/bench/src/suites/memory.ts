/** Heap held by one decoded small message, its content and its kept text counted apart. */
import { decode } from "@parlance/core";
import type { Corpus } from "../corpus.js";
import { median } from "../measure.js";
import type { SuiteResult } from "./suite.js";

const MESSAGES = 20_000;
const ROUNDS = 5;

/** @throws Error when the process was not started with `--expose-gc`. */
export function measureMemory(corpus: Corpus): SuiteResult {
  const texts = corpus.small_text;
  const source = (index: number): string => texts[index % texts.length] as string;
  const held = (make: (text: string) => unknown): number => bytesPerItem((index) => make(copyOf(source(index))));
  const textAlone = held((text) => text);
  return {
    title: "Memory of a small message",
    unit: "bytes of heap per message",
    columns: ["small_text"],
    rows: [
      { name: "the text itself", cells: [textAlone] },
      { name: "JSON.parse", cells: [held((text) => JSON.parse(text))] },
      { name: "parlance, not frozen", cells: [held((text) => decode(text, { freeze: false }))] },
      { name: "parlance, frozen, without the kept text", cells: [held((text) => decode(text)) - textAlone] },
    ],
    digits: 0,
  };
}

function bytesPerItem(make: (index: number) => unknown): number {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error("start node with --expose-gc to measure memory");
  const rounds = Array.from({ length: ROUNDS }, () => {
    gc();
    const before = process.memoryUsage().heapUsed;
    const items = Array.from({ length: MESSAGES }, (_, index) => make(index));
    gc();
    return (process.memoryUsage().heapUsed - before) / items.length;
  });
  return median(rounds);
}

/** A flat string of its own, not shared with the corpus. */
function copyOf(text: string): string {
  return Buffer.from(text).toString();
}
