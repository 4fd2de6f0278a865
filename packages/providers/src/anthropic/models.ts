/** What the models of the provider take, by the generation in their names; names without one are of models of today. */

const NAME = /claude-(?:[a-z]+-)?(\d{1,2})(?!\d)(?:[-.](\d{1,2})(?!\d))?/i;

/** A version as one number, `405` for 4.5; the newest for a name that has none. */
function generationOf(model: string): number {
  const [, major, minor] = NAME.exec(model) ?? [];
  return major === undefined ? Number.POSITIVE_INFINITY : Number(major) * 100 + Number(minor ?? 0);
}

/** How a model is told to think. `budget`: by a number of tokens, as before 4.6, where 3.7 was the first to think at all. */
export function thinkingOf(model: string): "never" | "budget" | "adaptive" {
  const generation = generationOf(model);
  if (generation < 307) return "never";
  return generation < 406 ? "budget" : "adaptive";
}

/** Whether a model takes other wishes for sampling than its own; those after 4.6 do not (`MessageCreateParams` of the provider's SDK). */
export function takesSampling(model: string): boolean {
  return !isOfProvider(model) || generationOf(model) <= 406;
}

/** Whether a model takes a temperature and a `top_p` together; those from 4.1 on answer 400. */
export function takesBothSamplings(model: string): boolean {
  return !isOfProvider(model) || generationOf(model) < 401;
}

/** Whether a model can be held to the parameters of a tool: the first was 4.1. Earlier ones answer 400. */
export function takesStrictTools(model: string): boolean {
  return generationOf(model) >= 401;
}

/** Other models that are served in this form take what the form has. */
function isOfProvider(model: string): boolean {
  return /claude/i.test(model);
}
