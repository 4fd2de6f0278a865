/** Whether this program has met a number that a double cannot hold; until then nobody looks for kept literals. */

import { shared } from "./shared.js";

export const inexact: { seen: boolean } = /* @__PURE__ */ shared("inexact_seen", () => ({ seen: false }));
