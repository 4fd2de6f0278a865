/** The profile of the provider's requests. */

import {
  type Fault,
  isRecord,
  type JsonRecord,
  pairingFaults,
  plainFaults,
  recordsOf,
  strangers,
  textFault,
} from "./rules.js";

export function smallFaults(body: JsonRecord): readonly Fault[] {
  const turns = recordsOf(body.turns);
  return [
    ...plainFaults(body, "", ["turns", "tools", "calls"]),
    ...strangers(body, "instructions turns tools settings", ""),
    ...(isRecord(body.settings) ? strangers(body.settings, "temperature limit", "/settings") : []),
    ...turns.flatMap((turn, at) => turnFaults(turn, `/turns/${at}`)),
    ...recordsOf(body.tools).flatMap(({ name }, at) => textFault(name, /^[a-z0-9_]{1,32}$/, `/tools/${at}/name`)),
    ...pairingFaults(turns.map((turn, at) => placed(turn, `/turns/${at}`))),
  ];
}

function turnFaults(turn: JsonRecord, path: string): readonly Fault[] {
  return [
    ...strangers(turn, "by text calls answers", path),
    ...textFault(turn.by, /^(person|model|tool)$/, `${path}/by`),
    ...(typeof turn.text === "string" ? [] : [`${path}/text is not text`]),
    ...recordsOf(turn.calls).flatMap((call, at) => strangers(call, "id name input", `${path}/calls/${at}`)),
  ];
}

function placed({ by, calls, answers }: JsonRecord, path: string) {
  const isResultsAlone = by === "tool";
  return {
    path,
    calls: recordsOf(calls).map(({ id }, at) => ({ id: String(id), path: `${path}/calls/${at}/id` })),
    results: isResultsAlone ? [{ id: String(answers), path: `${path}/answers` }] : [],
    isResultsAlone,
  };
}
