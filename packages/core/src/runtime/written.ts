/** What encoding met that the verdict on a message does not cover; whoever asks sets it to false before. */

export const written: {
  /** How many unknown values. */
  unknown: number;
  /** An unknown value that was not made here, or may have been changed. */
  foreignUnknown: boolean;
  /** Members that no schema knows. */
  extraMembers: boolean;
  /** The least room for nesting that the verdict has found in a value without a schema; 0 where it has not gone down to the end. */
  room: number;
} = { unknown: 0, foreignUnknown: false, extraMembers: false, room: 0 };
