/** Sounds that a model spoke: the server keeps them for a while, and is told their ids in place of the bytes. */

import type { AssistantChatMessage, AudioPart, ContentPart, ProviderState, ProviderStates } from "@parlance/core";
import { isJsonObject } from "@parlance/core/internal";
import { replaceMembers } from "@parlance/core/json";
import { SPOKEN_AUDIO } from "../shared/answer/spoken-audio.js";
import { type PlacedMessage, partPath } from "../shared/conversation/placed.js";
import { partsByFacts } from "../shared/conversation/stored/by-facts.js";
import type { OwnMember } from "../shared/conversation/unknown-members.js";
import { tellOtherStates } from "../shared/report/other-states.js";
import type { Dialect } from "./dialect.js";
import type { AssistantMessageWire } from "./wire.js";
import type { Writing } from "./writing.js";

/** An answer without its sound, and the sound as the server knows it. */
export interface AnswerWithAudio {
  readonly placed: PlacedMessage<AssistantChatMessage>;
  readonly audio: Pick<AssistantMessageWire, "audio">;
}

/** An answer has one sound: of several the first one goes back by its id, and the others stand as what is said in them. */
export function withKeptAudio(placed: PlacedMessage<AssistantChatMessage>, writing: Writing): AnswerWithAudio {
  const { provider } = writing.dialect;
  const { content } = placed.message;
  const isKept = (part: ContentPart): part is AudioPart =>
    part.type === "audio" && keptId(part, provider) !== undefined;
  const first = typeof content === "object" ? content.findIndex(isKept) : -1;
  const sound = typeof content === "object" ? content[first] : undefined;
  if (typeof content !== "object" || sound?.type !== "audio") return { placed, audio: {} };
  for (const [index, part] of content.entries()) tellStates(part, index === first, partPath(placed, index), writing);
  return {
    placed: withoutPart(
      partsByFacts(placed, (part) => part === sound || !isKept(part), writing.report),
      sound,
    ),
    audio: { audio: { id: keptId(sound, provider) as string } },
  };
}

/** Whether the server is told of a part by its id. */
export function isKeptAudio(part: ContentPart, { provider, keepsAudio }: Dialect): boolean {
  return keepsAudio && part.type === "audio" && keptId(part, provider) !== undefined;
}

/** The state of a sound that the server still keeps is told by its id. */
export function keptAudioState({ provider, keepsAudio }: Dialect): OwnMember {
  return (holder, name, value) => {
    if (!keepsAudio || holder !== "audio" || name !== "provider_state") return false;
    const state = stateOf(value as ProviderStates, provider);
    return state !== undefined && isFresh(state);
  };
}

function tellStates(part: ContentPart, isSent: boolean, path: string, { dialect, report }: Writing): void {
  if (!isKeptAudio(part, dialect) || part.type !== "audio") return;
  const state = isSent ? stateOf(part.provider_state, dialect.provider) : undefined;
  tellOtherStates(part.provider_state, state, path, report);
}

function withoutPart(placed: PlacedMessage, sound: AudioPart): PlacedMessage<AssistantChatMessage> {
  const content = placed.message.content as readonly ContentPart[];
  const at = content.indexOf(sound);
  const kept = content.flatMap((part, index) => (index === at ? [] : [{ part, path: partPath(placed, index) }]));
  const message = replaceMembers(placed.message, { content: kept.map(({ part }) => part) }) as AssistantChatMessage;
  return { ...placed, message, part_paths: kept.map(({ path }) => path) };
}

/** An import has the id as the file that it names, and an answer as state. */
function keptId({ source, provider_state }: AudioPart, provider: string): string | undefined {
  const state = stateOf(provider_state, provider);
  if (state !== undefined) return isFresh(state) ? state.value.id : undefined;
  return source.type === "file_id" && source.provider === provider ? source.file_id : undefined;
}

type AudioState = ProviderState & { readonly value: { readonly id: string; readonly expires_at?: unknown } };

function stateOf(states: ProviderStates | undefined, provider: string): AudioState | undefined {
  return states?.find(
    (state): state is AudioState =>
      state.provider === provider &&
      state.kind === SPOKEN_AUDIO &&
      isJsonObject(state.value) &&
      typeof state.value.id === "string",
  );
}

/** The provider refuses a request that names a sound that it no longer keeps. */
function isFresh({ value: { expires_at } }: AudioState): boolean {
  return typeof expires_at !== "number" || expires_at * 1000 > Date.now();
}
