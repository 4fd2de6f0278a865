/** What it takes to have a model look at an image. */

/** An image as providers take it. */
export interface ShownImage {
  readonly mime_type: "image/png" | "image/jpeg" | "image/gif" | "image/webp";
  /** Its bytes in base64. */
  readonly data: string;
}

/** What a model found; at least one of the two. */
export interface VisionFindings {
  readonly description?: string | undefined;
  /** The text in the image; empty when there is none. */
  readonly text?: string | undefined;
}

/** A model that sees. `createVision` makes one of any provider. */
export interface VisionPort {
  /** The name of the model, which is stored with what it found. */
  readonly model: string;
  /** What it throws is stored as the reason; an `ImageError` says more than other errors. */
  look(image: ShownImage, context: { readonly signal: AbortSignal }): Promise<VisionFindings>;
}
