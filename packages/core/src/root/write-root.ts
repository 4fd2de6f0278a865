/** A persisted root to the JSON text of an older version, with notes of what that version cannot say. */

import { movableOrigin } from "../codec/movable.js";
import { downgradedText, unchangedText } from "../codec/older-version.js";
import type { EncodedText } from "../codec/results.js";
import { UnsupportedVersionError } from "../errors/unsupported-version-error.js";
import { parseJson } from "../reading/parse.js";
import { MAX_BYTES } from "../reading/read-text.js";
import type { JsonObject } from "../runtime/json.js";
import type { Root } from "../runtime/root.js";
import { currentForm, formOf, versionOfRoot } from "./judge-root.js";
import { olderRootText } from "./migrated-root-text.js";

/**
 * The text of a root in a version. One of a newer version, or that would be over a limit there, stays as it is, with a note.
 * @param text A valid record of the current version, or of a newer one that reads as such.
 * @throws UnsupportedVersionError for a version that does not have the root.
 */
export function encodeRootAs(root: Root, text: string, version: number): EncodedText {
  const form = formOf(root, version);
  if (form === undefined) throw new UnsupportedVersionError(root.forms.map((one) => one.version));
  const tree = parseJson(text) as JsonObject;
  const current = currentForm(root);
  if (versionOfRoot(tree) > current.version) return unchangedText(text, "newer_version_kept", "/schema_version");
  if (form === current) return { text, notes: [] };
  return downgradedText(text, MAX_BYTES, () => {
    return olderRootText(root, form, movableOrigin(tree, text, current.node));
  });
}
