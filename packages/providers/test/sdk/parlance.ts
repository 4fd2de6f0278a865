/** What this library makes of the same bytes, fetched from the same server. */

import type { Provider } from "../../src/shared/types.js";
import { type Heard, heardBefore, heardInAnswer, MADE_ID } from "./heard.js";

type Reader = Pick<Provider<unknown>, "fromResponse" | "fromStream">;

export async function heardWhole({ fromResponse }: Reader, url: string): Promise<Heard> {
  const response = await fetch(url, { method: "POST" });
  const text = await response.text();
  try {
    return heardInAnswer(fromResponse(text, { newId: countedIds() }));
  } catch (error) {
    return heardBefore(error);
  }
}

export async function heardStreamed({ fromStream }: Reader, url: string): Promise<Heard> {
  const { body } = await fetch(url, { method: "POST" });
  if (body === null) throw new Error("an answer without a body");
  try {
    for await (const event of fromStream(body, { newId: countedIds() }))
      if (event.type === "end") return heardInAnswer(event.answer);
  } catch (error) {
    return heardBefore(error);
  }
  throw new Error("a stream without an end");
}

function countedIds(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `${MADE_ID}${String(count).padStart(12, "0")}`;
  };
}
