/** Server-sent events. */

import { createParser, type EventSourceMessage, type ParseError } from "eventsource-parser";
import { eventTooLarge, type Frame, type Framer, MAX_EVENT } from "./frame.js";

export class EventFramer implements Framer {
  readonly #parser = createParser({
    onEvent: (event) => this.#take(event),
    onError: (error) => this.#stray(error),
    maxBufferSize: MAX_EVENT,
  });
  #frames: Frame[] = [];
  /** Lines that belong to no event, such as a body of JSON in place of events. */
  #strays: string[] = [];
  #strayLength = 0;
  #isTooLarge = false;
  #isClosed = true;

  push(text: string): readonly Frame[] {
    this.#parser.feed(text);
    if (this.#isTooLarge) throw eventTooLarge();
    return this.#takeFrames();
  }

  /** The last event of many servers lacks the empty line that would close it. */
  end(): readonly Frame[] {
    this.#isClosed = false;
    this.#parser.feed("\n\n");
    this.#closeStrays();
    return this.#takeFrames();
  }

  #takeFrames(): readonly Frame[] {
    const frames = this.#frames;
    this.#frames = [];
    return frames;
  }

  #take({ data, event }: EventSourceMessage): void {
    this.#closeStrays();
    this.#frames.push({ data, name: event, isClosed: this.#isClosed });
  }

  #stray({ type, line, field, value = "" }: ParseError): void {
    if (type === "max-buffer-size-exceeded") this.#isTooLarge = true;
    if (type !== "unknown-field" || line === undefined) return;
    // Some servers write the error in place of an event.
    if (field === "error" && value.trimStart().startsWith("{")) {
      this.#take({ data: value, event: "error" });
      return;
    }
    this.#strayLength += line.length;
    if (this.#strayLength > MAX_EVENT) this.#isTooLarge = true;
    else this.#strays.push(line);
  }

  #closeStrays(): void {
    if (this.#strays.length > 0) this.#frames.push({ data: this.#strays.join("\n"), isClosed: false });
    this.#strays = [];
    this.#strayLength = 0;
  }
}
