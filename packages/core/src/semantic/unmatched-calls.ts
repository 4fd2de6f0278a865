/** Finds the calls without a result and the results without a call of one conversation, along its branches. */

import type { ListedMessage } from "./list-facts.js";

interface UnmatchedCalls {
  /** Results that answer no call before them. */
  readonly orphans: readonly ListedMessage[];
  /** Calls without a result after which the conversation goes on. */
  readonly open: readonly OpenCall[];
}

interface OpenCall {
  readonly message: ListedMessage;
  /** The position of the call in its message. */
  readonly call: number;
}

/** A request on the way from the first message to the one that is looked at. */
interface Request {
  readonly message: ListedMessage;
  readonly answered: Set<string>;
  hasMore: boolean;
}

/**
 * Once through the tree, so that it takes as long for many branches as for one. Nothing is said of a result after a message that
 * nobody could read, which may have had the call, nor of a call in a conversation with such a message.
 *
 * @param parents The position of the message that each one follows, -1 for none.
 */
export function unmatchedCalls(messages: readonly ListedMessage[], parents: readonly number[]): UnmatchedCalls {
  const walk = new BranchWalk(messages.some(({ isOpaque }) => isOpaque));
  for (const step of depthFirst(parents)) {
    if (step >= 0) walk.enter(messages[step] as ListedMessage);
    else walk.leave(messages[~step] as ListedMessage);
  }
  return walk;
}

class BranchWalk implements UnmatchedCalls {
  readonly orphans: ListedMessage[] = [];
  readonly open: OpenCall[] = [];
  readonly #mayBeAnswered: boolean;
  readonly #path: Request[] = [];
  /** The requests of the path that have a call of an id, the nearest one last. */
  readonly #byCall = new Map<string, Request[]>();
  #opaque = 0;

  constructor(mayBeAnswered: boolean) {
    this.#mayBeAnswered = mayBeAnswered;
  }

  enter(message: ListedMessage): void {
    const { calls, answers, isOpaque, goesOn } = message;
    if (isOpaque) this.#opaque++;
    if (answers !== undefined) this.#answer(message, answers);
    const last = this.#path.at(-1);
    if (goesOn && last !== undefined) last.hasMore = true;
    if (calls.length > 0) this.#ask(message);
  }

  leave(message: ListedMessage): void {
    if (message.isOpaque) this.#opaque--;
    if (message.calls.length === 0) return;
    const request = this.#path.pop();
    for (const id of new Set(message.calls)) this.#byCall.get(id)?.pop();
    if (request?.hasMore !== true || this.#mayBeAnswered) return;
    for (const [call, id] of message.calls.entries()) if (!request.answered.has(id)) this.open.push({ message, call });
  }

  #answer(message: ListedMessage, id: string): void {
    const request = this.#byCall.get(id)?.at(-1);
    if (request !== undefined) request.answered.add(id);
    else if (this.#opaque === 0) this.orphans.push(message);
  }

  #ask(message: ListedMessage): void {
    const request: Request = { message, answered: new Set(), hasMore: false };
    this.#path.push(request);
    for (const id of new Set(message.calls)) {
      const known = this.#byCall.get(id);
      if (known === undefined) this.#byCall.set(id, [request]);
      else known.push(request);
    }
  }
}

/** Each position as it is entered and, as its complement, when everything after it has been seen. */
function* depthFirst(parents: readonly number[]): Iterable<number> {
  const children = childrenOf(parents);
  const stack = [...(children.get(-1) ?? [])].reverse();
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    yield at;
    if (at < 0) continue;
    stack.push(~at);
    const next = children.get(at) ?? [];
    for (let last = next.length - 1; last >= 0; last--) stack.push(next[last] as number);
  }
}

function childrenOf(parents: readonly number[]): ReadonlyMap<number, readonly number[]> {
  const children = new Map<number, number[]>();
  for (const [at, parent] of parents.entries()) {
    const known = children.get(parent);
    if (known === undefined) children.set(parent, [at]);
    else known.push(at);
  }
  return children;
}
