/** Stands for the network: bodies arrive in pieces, and what a client sends is kept. */
import { randomFrom } from "../random.js";

/** As many bytes as a packet mostly holds. */
const LARGEST_PIECE = 1460;

/** Bytes cut wherever a network cuts them, also within characters. */
export function piecesOf(text: string): Uint8Array[] {
  const bytes = new TextEncoder().encode(text);
  const random = randomFrom(20261126);
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 1 + random.below(LARGEST_PIECE);
    pieces.push(bytes.slice(at, end));
    at = end;
  }
  return pieces;
}

export function streamResponse(pieces: readonly Uint8Array[]): Response {
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const piece = pieces[at++];
      if (piece === undefined) controller.close();
      else controller.enqueue(piece);
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

export function bodyResponse(text: string): Response {
  return new Response(text, { headers: { "content-type": "application/json" } });
}

/** What clients are given in place of `fetch`. */
export class Wire {
  #answer: Response | undefined;
  /** The last body that was sent. */
  sent = "";

  /** For the next request. */
  answerWith(response: Response): void {
    this.#answer = response;
  }

  readonly fetch: typeof fetch = async (_, init) => {
    this.sent = String(init?.body);
    if (this.#answer === undefined) throw new Error("the bench has nothing to answer with");
    return this.#answer;
  };
}
