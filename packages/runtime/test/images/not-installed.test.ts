/** What happens where the optional packages are not installed. */

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { png } from "./draw.js";

const runtime = fileURLToPath(new URL("../../", import.meta.url));
const folder = realpathSync(mkdtempSync(join(tmpdir(), "parlance-peers-")));

beforeAll(() => {
  cpSync(join(runtime, "dist"), join(folder, "runtime", "dist"), { recursive: true });
  cpSync(join(runtime, "package.json"), join(folder, "runtime", "package.json"));
  mkdirSync(join(folder, "node_modules"));
  for (const name of ["@parlance", "ipaddr.js"])
    symlinkSync(realpathSync(join(runtime, "node_modules", name)), join(folder, "node_modules", name));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What a program of its own prints: its own engine, one of the caller's, a model that sees. */
function outcomes(): unknown {
  const images = pathToFileURL(join(folder, "runtime", "dist", "images", "index.js")).href;
  const program = `
    import { ImageMessage } from "@parlance/builders";
    import { recogniseImage } from ${JSON.stringify(images)};
    const message = ImageMessage.fromBase64(${JSON.stringify(png("Hi").toString("base64"))}, "image/png");
    async function outcome(ports) {
      const warnings = [];
      const logger = { warn: (warning) => warnings.push(warning.message) };
      const { status, error, ocr } = (await recogniseImage(message, { ...ports, logger })).data.recognition;
      return { status, error, ocr, warnings };
    }
    const ocr = { name: "other", recognise: async () => ({ text: "The quick brown fox" }), close: async () => {} };
    const vision = { model: "m", look: async () => ({ text: "Hi" }) };
    console.log(JSON.stringify([await outcome({}), await outcome({ ocr }), await outcome({ vision })]));`;
  // Where package managers say that there is more.
  const env = { ...process.env, NODE_PATH: "" };
  return JSON.parse(
    String(execFileSync(process.execPath, ["--input-type=module", "-e", program], { cwd: folder, env })),
  );
}

it("OCR fails with what to install, detection of languages tells the logger, and vision needs neither", () => {
  const tesseract = "tesseract.js is needed for this and is not installed: npm install tesseract.js";
  expect(outcomes()).toEqual([
    {
      status: "failed",
      error: { code: "ocr_unavailable", message: tesseract, retryable: false },
      warnings: [tesseract],
    },
    {
      status: "completed",
      ocr: { text: "The quick brown fox", engine: "other" },
      warnings: ["eld is needed for this and is not installed: npm install eld"],
    },
    { status: "completed", warnings: [] },
  ]);
});
