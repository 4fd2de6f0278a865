/** What the thread in which Tesseract runs is sent, and what it answers: one answer for each image. */

/** The bytes of an image. */
export type ToThread = Uint8Array;

export type FromThread =
  | { readonly type: "read"; readonly text: string; readonly confidence: number }
  | { readonly type: "failed" }
  | { readonly type: "missing"; readonly peer: string };
