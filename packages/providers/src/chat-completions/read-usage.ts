/** Token counts, from the wire. */

import type { Counts } from "../shared/answer/builder.js";
import type { Members } from "../shared/answer/unread.js";

export function readUsage(usage: Members): Counts {
  const counts = {
    input_tokens: usage.count("prompt_tokens"),
    output_tokens: usage.count("completion_tokens"),
    reasoning_tokens: usage.members("completion_tokens_details")?.count("reasoning_tokens"),
    cached_input_tokens: cachedTokens(usage),
    cache_creation_input_tokens: usage.members("prompt_tokens_details")?.count("cache_write_tokens"),
  };
  // Of most servers it is the sum of the two; what others count besides is told nowhere else.
  usage.is("total_tokens", (counts.input_tokens ?? 0) + (counts.output_tokens ?? 0));
  return counts;
}

/** Servers have different names for it. */
function cachedTokens(usage: Members): number | undefined {
  return (
    usage.members("prompt_tokens_details")?.count("cached_tokens") ??
    usage.count("num_cached_tokens") ??
    usage.count("prompt_cache_hit_tokens") ??
    usage.count("cached_tokens")
  );
}
