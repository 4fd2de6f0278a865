/** Runs of text as blocks, none of which is blank: the provider refuses blank ones. */

import { isBlank } from "../shared/conversation/content.js";
import type { ReportWriter } from "../shared/report/report-writer.js";
import type { PlacedBlock } from "./blocks.js";
import type { Cacheable, TextBlock } from "./wire.js";

export interface PlacedText {
  readonly text: string;
  readonly path: string;
  /** What only this provider has; goes with the text where that is a block of its own. */
  readonly own: Cacheable;
}

/** A block for each text. White space between words is kept by joining the whole run. */
export function textBlocks(texts: readonly PlacedText[], report: ReportWriter): readonly PlacedBlock<TextBlock>[] {
  const said = texts.filter((one) => one.text !== "" || tellEmpty(one, report));
  if (said.every(({ text }) => !isBlank(text))) return said.map(textBlock);
  const whole = said.map(({ text }) => text).join("");
  for (const { path } of said.filter(({ text }) => isBlank(text))) {
    if (isBlank(whole)) report.add("blank_text_dropped", "dropped", path, "the provider refuses text without words");
    else report.add("text_joined", "merged", path, "the provider refuses text without words; it joins that beside it");
  }
  for (const one of said) tellOwn(one, report);
  return isBlank(whole) ? [] : [textBlock({ text: whole, path: said[0]?.path ?? "", own: {} })];
}

function tellEmpty(one: PlacedText, report: ReportWriter): false {
  report.add("empty_content", "rewritten", one.path, "the provider refuses empty text; it is left out");
  tellOwn(one, report);
  return false;
}

function tellOwn({ path, own }: PlacedText, report: ReportWriter): void {
  for (const name of Object.keys(own))
    report.add("member_dropped", "dropped", `${path}/${name}`, "the text that it is on is not a block of its own");
}

function textBlock({ text, path, own }: PlacedText): PlacedBlock<TextBlock> {
  return { block: { type: "text", text, ...own }, path };
}
