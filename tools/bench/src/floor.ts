/** The least a reader of NDJSON must do: find each line, make it text, parse it. The floor of the file measurements. */
import { createReadStream } from "node:fs";

const LINE_END = 10;
let rest: Uint8Array = new Uint8Array(0);
let records = 0;

for await (const chunk of createReadStream(process.argv[2] ?? "", { highWaterMark: 1 << 20 })) {
  const bytes: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
  let start = 0;
  for (let end = bytes.indexOf(LINE_END); end !== -1; end = bytes.indexOf(LINE_END, start)) {
    if (JSON.parse(bytes.toString("utf8", start, end)) !== null) records++;
    start = end + 1;
  }
  rest = bytes.subarray(start);
}
process.stdout.write(`${records}\n`);
