/** New ids of tool calls, in a form that every provider takes. */

/** The part of every modern platform that is needed, without the types of any one of them. */
const platform = globalThis as unknown as {
  readonly crypto: { getRandomValues(bytes: Uint8Array): Uint8Array };
};

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Mistral takes nothing else; OpenAI takes up to 40 characters, Anthropic letters, digits, `_` and `-`. */
const LENGTH = 9;

/** From here on the remainder would favour the beginning of the alphabet. */
const FAIR = 256 - (256 % ALPHABET.length);

/**
 * A new id: 9 ASCII letters and digits from the platform's cryptographic randomness (62^9, about 10^16 ids), which is meant to be
 * unique within a conversation, not in the world.
 */
export function newId(): string {
  let id = "";
  while (id.length < LENGTH) id += fairCharacters(platform.crypto.getRandomValues(new Uint8Array(LENGTH)));
  return id.slice(0, LENGTH);
}

function fairCharacters(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) {
    if (byte < FAIR) text += ALPHABET[byte % ALPHABET.length];
  }
  return text;
}
