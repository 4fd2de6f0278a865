/** The program that another Node runs: measures the codec there and prints the result as JSON. */
import { corpusOfVersion2 } from "./corpus.js";
import { type Effort, sunk } from "./measure.js";
import { measureCodec } from "./suites/codec.js";

const effort = JSON.parse(process.argv[2] ?? "") as Effort;
const result = await measureCodec(process.versions.node, corpusOfVersion2(), effort);
process.stdout.write(JSON.stringify(result));
process.stderr.write(`(checksum of the work: ${sunk()})\n`);
