/** The package makes no code out of strings: it decodes where a runtime or a page forbids that. */

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, normalize } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import { expect, it } from "vitest";

const DIST = normalize(`${import.meta.dirname}/../dist`);
const CHROMIUM = "/usr/bin/chromium";
const hasChromium = existsSync(CHROMIUM);
if (!hasChromium)
  console.log(`skipped: there is no ${CHROMIUM}, so the browser test does not run (Debian: apt-get install chromium)`);

/** Decodes an old message, explains a refusal and shows that making code from a string fails here. */
function program(entry: string): string {
  return `
import { Message, TextMessage, decode, encode, safeDecode } from ${JSON.stringify(entry)};
const old = '{"type":"text","id":"00000000-0000-4000-8000-000000000001","created_at":"2026-11-21T10:00:00.000Z","data":{"role":"user","content":"hi"}}';
const message = decode(old);
const refused = safeDecode(old.replace("user", "nobody"));
let code = "allowed";
try { Function("return 1")(); } catch { code = "forbidden"; }
console.log(JSON.stringify({
  decoded: JSON.parse(encode(message)).data.parts[0].text,
  companion: TextMessage.is(message) && Message.parse(JSON.parse(old)).type,
  refused: refused.ok ? [] : refused.error.issues.map((issue) => issue.code + " " + issue.path),
  schema: TextMessage.schema.title,
  code,
}));
`;
}

const RESULT = {
  decoded: "hi",
  companion: "text",
  refused: ["not_allowed_value /data/role"],
  schema: "TextMessage",
  code: "forbidden",
};

it("it loads and decodes in Node with --disallow-code-generation-from-strings", async () => {
  const folder = await mkdtemp(join(tmpdir(), "parlance-"));
  try {
    const file = join(folder, "program.mjs");
    await writeFile(file, program(pathToFileURL(join(DIST, "index.js")).href));
    const { stdout } = await promisify(execFile)(process.execPath, ["--disallow-code-generation-from-strings", file]);
    expect(JSON.parse(stdout)).toEqual(RESULT);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it.skipIf(!hasChromium)("it loads and decodes in a browser page whose policy is script-src 'self'", async () => {
  const server = await serve();
  const profile = await mkdtemp(join(tmpdir(), "parlance-chromium-"));
  try {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: CHROMIUM,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    });
    const page = await context.newPage();
    const printed = new Promise<string>((resolve, reject) => {
      page.on("console", (line) => (line.type() === "log" ? resolve(line.text()) : undefined));
      page.on("pageerror", reject);
      page.on("requestfailed", (request) => reject(new Error(`could not load ${request.url()}`)));
    });
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    expect(JSON.parse(await printed)).toEqual(RESULT);
    await context.close();
  } finally {
    server.close();
    await rm(profile, { recursive: true, force: true });
  }
});

/** Serves a page, its program and the built package, all under the strict policy. */
async function serve(): Promise<Server> {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    response.setHeader("content-security-policy", "default-src 'none'; script-src 'self'");
    response.setHeader("content-type", path === "/" ? "text/html" : "text/javascript");
    response.end(await contentOf(path));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

async function contentOf(path: string): Promise<string> {
  if (path === "/")
    return '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/program.js"></script>';
  if (path === "/program.js") return program("/dist/index.js");
  return path.startsWith("/dist/") ? await readFile(join(DIST, normalize(path.slice("/dist".length))), "utf8") : "";
}
