/** Whatever the conversation is, the request is one that the provider takes, or is refused with a reason. */

import { isDeepStrictEqual } from "node:util";
import { ValidationError } from "@parlance/core";
import { stringifyJson } from "@parlance/core/json";
import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadProvider } from "../../src/load-provider.js";
import { LossyConversionError } from "../../src/shared/errors/lossy-conversion-error.js";
import { PROVIDER_NAMES } from "../../src/shared/provider-names.js";
import type { Conversation, Provider, ProviderRequest, RequestOptions } from "../../src/shared/types.js";
import { anyConversation } from "./conversations.js";
import { PROFILES } from "./profile.js";
import { publishedSchema } from "./published.js";
import type { JsonRecord } from "./rules.js";
import { unsaid } from "./unsaid.js";

const RUNS = propertyRuns(150);

const anyRequestOptions = fc.record(
  { stream: fc.boolean(), system: fc.constantFrom("first", "in_place") },
  { requiredKeys: [] },
) as fc.Arbitrary<RequestOptions>;

const SIDES = await Promise.all(
  PROVIDER_NAMES.map(async (name) => ({ name, toRequest: (await loadProvider(name)).toRequest })),
);

describe.each(SIDES)("a request to $name", ({ name, toRequest }) => {
  const faultsBySchema = publishedSchema(name);

  it("keeps to the provider's rules, whatever the conversation is", () => {
    fc.assert(
      fc.property(anyConversation, anyRequestOptions, (conversation, options) => {
        const request = requestOf(toRequest, conversation, options);
        if (request === undefined) return;
        const body = JSON.parse(stringifyJson(request.body as never)) as JsonRecord;
        const { system, stream: isStreamed = false } = options;
        const faults = PROFILES[name](body, { isInPlace: system === "in_place", isStreamed });
        expect([...faults, ...faultsBySchema(body)]).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it("says every text of the conversation, or the report names the message that it stands in", () => {
    fc.assert(
      fc.property(anyConversation, anyRequestOptions, (conversation, options) => {
        const request = requestOf(toRequest, conversation, options);
        if (request === undefined) return;
        expect(unsaid(conversation, request)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it("is frozen to its last level and has no undefined members", () => {
    fc.assert(
      fc.property(anyConversation, anyRequestOptions, (conversation, options) => {
        const request = requestOf(toRequest, conversation, options);
        if (request !== undefined) expect(looseIn(request.body)).toEqual([]);
      }),
      { numRuns: propertyRuns(30) },
    );
  });

  it("is the same every time", () => {
    fc.assert(
      fc.property(anyConversation, (conversation) => {
        const [first, second] = [requestOf(toRequest, conversation), requestOf(toRequest, conversation)];
        expect(isDeepStrictEqual(first, second)).toBe(true);
      }),
      { numRuns: propertyRuns(30) },
    );
  });

  it("is refused in strict mode exactly when something would be reported, with the same report", () => {
    fc.assert(
      fc.property(anyConversation, anyRequestOptions, (conversation, options) => {
        const request = requestOf(toRequest, conversation, options);
        if (request === undefined) return;
        const { report } = request;
        expect(reportOfRefusal(() => toRequest(conversation, { ...options, strict: true }))).toEqual(report);
      }),
      { numRuns: propertyRuns(30) },
    );
  });
});

/** Places of what is undefined, and of objects and lists that are not frozen. */
function looseIn(value: unknown, path = ""): readonly string[] {
  if (typeof value !== "object" || value === null) return value === undefined ? [path] : [];
  const inner = Object.entries(value).flatMap(([name, member]) => looseIn(member, `${path}/${name}`));
  return Object.isFrozen(value) ? inner : [path, ...inner];
}

/** Undefined for a conversation of which nothing is left to be sent. */
function requestOf(
  toRequest: Provider<object>["toRequest"],
  conversation: Conversation,
  options?: RequestOptions,
): ProviderRequest<object> | undefined {
  try {
    return toRequest(conversation, options);
  } catch (error) {
    if (!ValidationError.isInstance(error)) throw error;
    expect(error.issues.map(({ path }) => path)).toEqual(["/messages"]);
    return undefined;
  }
}

function reportOfRefusal(convert: () => unknown): unknown {
  try {
    convert();
    return [];
  } catch (error) {
    if (!(error instanceof LossyConversionError)) throw error;
    return error.report;
  }
}
