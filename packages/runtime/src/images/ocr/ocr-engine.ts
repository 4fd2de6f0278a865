/** What it takes to read the text in an image. */

/** The text that was read. */
export interface OcrFindings {
  readonly text: string;
  /** How sure the engine is of the text as a whole, from 0 (a guess) to 1 (certain); left out when it does not say. */
  readonly confidence?: number | undefined;
}

/** Reads the text in images; `createTesseract` makes one. */
export interface OcrEngine {
  /** Stored with what it read. */
  readonly name: string;
  /**
   * What it throws is stored as the reason; an `ImageError` says more than other errors.
   *
   * @param bytes An image in PNG, JPEG, GIF or WebP.
   */
  recognise(bytes: Uint8Array, context: { readonly signal: AbortSignal }): Promise<OcrFindings>;
  /** Ends it, what it is reading included. */
  close(): Promise<void>;
}
