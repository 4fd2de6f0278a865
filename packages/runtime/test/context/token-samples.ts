/** Texts of many kinds, to compare counters by. */

import { CURRENT_VERSION } from "@parlance/core";

const ENGLISH = `The quick brown fox jumps over the lazy dog. Nothing stored is ever lost: every message that any released version could
write can be read by every later one. What is not understood is kept, exactly, and written back exactly; one bad record never sinks a
conversation. Please have a look at the failing test, find out why it fails since Tuesday, and tell me what you would change.`;

const CODE = `/** The lines of the attached content. */
export function lineCount({ content }: FileContext): number {
  if (content === "") return 0;
  let count = content.endsWith("\\n") ? 0 : 1;
  for (let at = content.indexOf("\\n"); at >= 0; at = content.indexOf("\\n", at + 1)) count++;
  return count;
}

function numbered(content: string, start: number): string {
  const lines = content.split("\\n").map((line, index) => \`\${start + index}\\t\${line}\`);
  return lines.join("\\n");
}`;

const RECORD = {
  type: "tool_result",
  schema_version: CURRENT_VERSION,
  created_at: "2026-11-21T10:00:00.000Z",
  data: {
    tool_call_id: "call_1",
    status: "success",
    output: { files: ["src/index.ts", "package.json"], is_empty: false },
  },
};

const log = (index: number): string =>
  `2026-11-22T04:${10 + index}:00.123Z INFO [worker-${index % 4}] GET /api/v1/users/${index * 7} 200 ${index * 3}ms`;

const noise = (index: number): number => Math.imul(index + 1, 2_654_435_761) >>> 0;

const DIGITS = Array.from({ length: 200 }, (_, index) => String(noise(index))).join(" ");
const HEX = Array.from({ length: 100 }, (_, index) => noise(index).toString(16)).join("");
const BASE64 = btoa(Array.from({ length: 1200 }, (_, index) => String.fromCharCode(noise(index) >>> 24)).join(""));

export const SAMPLES = {
  english: ENGLISH,
  german: "Der schnelle braune Fuchs springt über den faulen Hund. Die Übertragungsgeschwindigkeit überrascht alle.",
  russian: "Съешь же ещё этих мягких французских булок, да выпей чаю. Быстрая лиса прыгает через ленивую собаку.",
  chinese: "敏捷的棕色狐狸跳过懒狗。今天的天气很好，我们一起去公园散步吧。人工智能正在改变世界。",
  japanese: "素早い茶色の狐は怠け者の犬を飛び越えます。今日はとても良い天気ですね。",
  korean: "빠른 갈색 여우가 게으른 개를 뛰어넘습니다. 오늘 날씨가 정말 좋네요.",
  hindi: "तेज़ भूरी लोमड़ी आलसी कुत्ते के ऊपर कूदती है। आज मौसम बहुत अच्छा है।",
  code: CODE,
  json: JSON.stringify(RECORD),
  indented_json: JSON.stringify(RECORD, null, 2),
  log: Array.from({ length: 20 }, (_, index) => log(index)).join("\n"),
  digits: DIGITS,
  hex: HEX,
  base64: BASE64,
  emoji: "😀🎉👩‍👩‍👧‍👦🚀🔥".repeat(5),
  one_letter: "a".repeat(3000),
  white_space: " ".repeat(1000),
  nothing: "",
};
