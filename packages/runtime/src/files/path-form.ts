/** What a path says before anybody looks at a disk. */

import * as native from "node:path";
import { FileReferenceData } from "@parlance/core";

/** A path in the spelling of this system. */
export interface PathForm {
  readonly isAbsolute: boolean;
  readonly path: string;
}

/** A network share or a device of Windows, in whichever way its slashes lean. */
const SHARE = /^[/\\]{2}/;

const DRIVE = /^[A-Za-z]:[/\\]/;

/** Halves of surrogate pairs would be written to the system as another character. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** What Windows gives a meaning besides naming a file: streams, wildcards, devices, dots and spaces that it leaves out. */
const SPECIAL_ON_WINDOWS =
  /[<>:"|?*\p{Cc}]|[. ](?:[/\\]|$)|(?:^|[/\\])(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:[. ][^/\\]*)?(?:[/\\]|$)/iu;

/**
 * Both slashes separate on every system, as the contract has it, so that a reference means the same file wherever it is read.
 *
 * @returns undefined for what names no file of this system.
 */
export function pathForm(path: string, isWindows: boolean = native.sep === "\\"): PathForm | undefined {
  if (!isContractPath(path) || LONE_SURROGATE.test(path) || SHARE.test(path)) return undefined;
  return isWindows ? windowsForm(path) : posixForm(path);
}

function posixForm(path: string): PathForm | undefined {
  if (DRIVE.test(path)) return undefined;
  const slashed = path.replaceAll("\\", "/");
  return { isAbsolute: slashed.startsWith("/"), path: slashed };
}

/** `C:a` and `\a` depend on where the process is on which drive: they are refused. */
function windowsForm(path: string): PathForm | undefined {
  const isAbsolute = DRIVE.test(path);
  const names = (isAbsolute ? path.slice(3) : path).replace(/(?:^|(?<=[/\\]))\.(?:[/\\]|$)/g, "");
  if (SPECIAL_ON_WINDOWS.test(names) || /^[/\\]/.test(path)) return undefined;
  return { isAbsolute, path: path.replaceAll("/", "\\") };
}

/** Whether the contract takes it as a path: a text that is not empty or too long, without NUL and without a segment `..`. */
export function isContractPath(path: unknown): path is string {
  return FileReferenceData.is({ path, resolution: { status: "unresolved" } });
}
