/** Runs the command in the process of the tests, where its modules are there already: starting one for each run took most of the tests' time. */

import { Readable } from "node:stream";
import { runProgram } from "../../src/run-program.js";
import { ENVIRONMENT, type Outcome, type RunOptions } from "./run.js";

type HereOptions = Pick<RunOptions, "cwd"> & { readonly input?: string | Uint8Array };

/** Takes what is written to a standard stream of this process, until `end`. */
function taking(stream: NodeJS.WriteStream): () => Buffer {
  const pieces: Buffer[] = [];
  const { write } = stream;
  stream.write = ((piece: string | Uint8Array) => {
    // What is written may be overwritten once it has been taken.
    pieces.push(Buffer.from(piece as Uint8Array));
    return true;
  }) as typeof stream.write;
  return () => {
    stream.write = write;
    return Buffer.concat(pieces);
  };
}

/** Puts a standard input, an environment and a folder in the place of those of this process, until `end`. */
function standingIn({ cwd, input = "" }: HereOptions): () => void {
  const before = { stdin: process.stdin, env: process.env, folder: process.cwd(), exitCode: process.exitCode };
  const stdin = Readable.from(
    [Buffer.from(input as Uint8Array)].filter(({ length }) => length > 0),
    { objectMode: false },
  );
  Object.defineProperty(process, "stdin", { value: stdin, configurable: true });
  process.env = { ...ENVIRONMENT };
  process.exitCode = undefined;
  if (cwd !== undefined) process.chdir(cwd);
  return () => {
    Object.defineProperty(process, "stdin", { value: before.stdin, configurable: true });
    process.env = before.env;
    process.exitCode = before.exitCode;
    process.chdir(before.folder);
  };
}

/** What {@link runHere} gives, in bytes. */
export async function runRawHere(args: readonly string[], options: HereOptions = {}) {
  const end = standingIn(options);
  const [stdout, stderr] = [taking(process.stdout), taking(process.stderr)];
  let status: number;
  try {
    await runProgram(args);
  } finally {
    status = Number(process.exitCode ?? 0);
    end();
  }
  return { status, stdout: stdout(), stderr: stderr() };
}

/** As `run` in a process of its own gives it, for all that does not depend on one. */
export async function runHere(args: readonly string[], options: HereOptions = {}): Promise<Outcome> {
  const { status, stdout, stderr } = await runRawHere(args, options);
  return { code: status, stdout: stdout.toString(), stderr: stderr.toString() };
}
