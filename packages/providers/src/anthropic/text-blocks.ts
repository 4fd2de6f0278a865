/** Runs of text as blocks, none of which is blank: the provider refuses blank ones. */

import { isBlank } from "../shared/content.js";
import type { ReportWriter } from "../shared/report-writer.js";
import type { PlacedBlock } from "./blocks.js";
import type { TextBlock } from "./wire.js";

interface PlacedText {
  readonly text: string;
  readonly path: string;
}

/** A block for each text. White space between words is kept by joining the whole run. */
export function textBlocks(texts: readonly PlacedText[], report: ReportWriter): readonly PlacedBlock<TextBlock>[] {
  const said = texts.filter(({ text, path }) => text !== "" || tellEmpty(path, report));
  if (said.every(({ text }) => !isBlank(text))) return said.map(textBlock);
  const whole = said.map(({ text }) => text).join("");
  for (const { path } of said.filter(({ text }) => isBlank(text))) {
    if (isBlank(whole)) report.add("blank_text_dropped", "dropped", path, "the provider refuses text without words");
    else report.add("text_joined", "merged", path, "the provider refuses text without words; it joins that beside it");
  }
  return isBlank(whole) ? [] : [textBlock({ text: whole, path: said[0]?.path ?? "" })];
}

function tellEmpty(path: string, report: ReportWriter): false {
  report.add("empty_content", "rewritten", path, "the provider refuses empty text; it is left out");
  return false;
}

function textBlock({ text, path }: PlacedText): PlacedBlock<TextBlock> {
  return { block: { type: "text", text }, path };
}
