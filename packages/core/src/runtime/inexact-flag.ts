/** Whether this program has met a number that a double cannot hold; until then nobody looks for kept literals. */

export const inexact: { seen: boolean } = { seen: false };
