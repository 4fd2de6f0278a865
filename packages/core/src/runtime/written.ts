/** What encoding met that the verdict on a message does not cover; whoever asks sets it to false before. */

export const written: {
  /** An unknown value that was not made here, or may have been changed. */
  foreignUnknown: boolean;
  /** Members that no schema knows. */
  extraMembers: boolean;
} = { foreignUnknown: false, extraMembers: false };
