/** What holds for messages of every type, whatever they are made of. */

import * as core from "@parlance/core";
import {
  type Companion,
  type Message as CoreMessage,
  CURRENT_VERSION,
  decode,
  encode,
  MESSAGE_TYPES,
  Message,
  ParlanceError,
  ValidationError,
} from "@parlance/core";
import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as builders from "../../src/index.js";
import {
  FileReferenceMessage,
  ImageMessage,
  McpResourceMessage,
  SystemControlMessage,
  TextMessage,
  TextMessageBuilder,
  ToolRequestMessage,
  ToolResultMessage,
} from "../../src/index.js";
import { errorOf, expectNoSecret, isDeeplyFrozen, SECRET } from "../refusal.js";
import { samplesOf } from "../samples.js";
import { twoCalls } from "./fixtures.js";

type Factory = (...given: unknown[]) => CoreMessage;

const request = twoCalls();

/** Every factory, as a JavaScript caller sees it. */
const FACTORIES = {
  "TextMessage.user": TextMessage.user,
  "TextMessage.assistant": TextMessage.assistant,
  "TextMessage.system": TextMessage.system,
  "ImageMessage.fromUrl": ImageMessage.fromUrl,
  "ImageMessage.fromBase64": ImageMessage.fromBase64,
  "ImageMessage.fromFilePath": ImageMessage.fromFilePath,
  "FileReferenceMessage.create": FileReferenceMessage.create,
  "ToolRequestMessage.create": ToolRequestMessage.create,
  "ToolResultMessage.success": ToolResultMessage.success.bind(null, request, "call_1"),
  "ToolResultMessage.error": ToolResultMessage.error.bind(null, request, "call_1"),
  "ToolResultMessage.denied": ToolResultMessage.denied.bind(null, request, "call_1"),
  "ToolResultMessage.cancelled": ToolResultMessage.cancelled,
  "SystemControlMessage.modeChange": SystemControlMessage.modeChange,
  "SystemControlMessage.branchSwitch": SystemControlMessage.branchSwitch,
  "McpResourceMessage.create": McpResourceMessage.create,
  "McpResourceMessage.text": McpResourceMessage.text,
} as Readonly<Record<string, unknown>> as Readonly<Record<string, Factory>>;

/** Values that factories are made for, beside values that they are not. */
const given = fc.oneof(
  fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true, withSparseArray: true }),
  fc.string(),
  fc.constantFrom("https://a.example", "AAAA", "src/a.ts", "image/png", undefined),
  fc.record({ type: fc.constantFrom("text", "blob", "odd"), text: fc.string(), blob: fc.constant("AAAA") }),
  fc.array(fc.record({ type: fc.constant("text"), text: fc.string() }), { maxLength: 3 }),
  fc.array(fc.record({ id: fc.string(), name: fc.string(), arguments: fc.dictionary(fc.string(), fc.jsonValue()) }), {
    maxLength: 3,
  }),
  fc.record({ metadata: fc.jsonValue(), id: fc.oneof(fc.uuid(), fc.string()) }, { requiredKeys: [] }),
);

describe.each(Object.entries(FACTORIES))("%s", (_, factory) => {
  it("gives a valid, deeply frozen message that decodes to the same value, or one error of ours", () => {
    fc.assert(
      fc.property(fc.array(given, { maxLength: 4 }), (values) => {
        const made = attempt(factory, values);
        if (made instanceof ParlanceError) {
          expect((made as ValidationError).issues.length).toBeGreaterThan(0);
          return;
        }
        expect(Message.is(made)).toBe(true);
        expect(isDeeplyFrozen(made)).toBe(true);
        const read = decode(encode(made), { logger: { warn: () => undefined } });
        expect(Message.equals(read, made)).toBe(true);
        expect(structuredClone(made)).toEqual(made);
      }),
      { numRuns: propertyRuns(40) },
    );
  });

  it("never shows in an error what it was given", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom<unknown>(...LEAKS), { minLength: 1, maxLength: 4 }), (values) => {
        const made = attempt(factory, values);
        if (made instanceof Error) expectNoSecret(made);
      }),
      { numRuns: propertyRuns(40) },
    );
  });
});

const LEAKS = [
  SECRET.repeat(200),
  { [SECRET]: SECRET },
  [SECRET],
  [{ type: SECRET, text: SECRET, id: SECRET, name: SECRET, arguments: SECRET }],
  { id: SECRET, created_at: SECRET, metadata: SECRET },
  () => SECRET,
  new Error(SECRET),
  Object.defineProperty({}, "id", {
    enumerable: true,
    get: () => SECRET,
  }),
];

function attempt(factory: Factory, values: readonly unknown[]): CoreMessage | ParlanceError {
  try {
    return factory(...values);
  } catch (error) {
    if (error instanceof ValidationError) return error;
    throw error;
  }
}

interface AnyBuilder {
  tryBuild(): { readonly ok: boolean; readonly value?: CoreMessage; readonly issues?: readonly unknown[] };
}

/** The builder class of a message type, hand-written or generated, by its name. */
function builderOf(type: string): AnyBuilder {
  const { create } = (builders as unknown as Record<string, { create(options?: object): AnyBuilder }>)[
    `${pascal(type)}MessageBuilder`
  ] as { create(options?: object): AnyBuilder };
  return create({ allowEmpty: true });
}

function companionOf(type: string): Companion<CoreMessage> {
  return (core as unknown as Record<string, Companion<CoreMessage>>)[
    `${pascal(type)}Message`
  ] as Companion<CoreMessage>;
}

/** `tool_request` to `ToolRequest` */
function pascal(type: string): string {
  return type.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** What a builder says beyond the schema, or fills in. */
const OWN_RULES = new Set([
  ...["end_before_start", "bad_url", "bad_base64", "duplicate_call_id", "missing_error"],
  ...["impossible_date", "other_file"],
]);

describe.each(MESSAGE_TYPES)("the fluent builder of %s", (type) => {
  const companion = companionOf(type);
  const create = (): AnyBuilder => builderOf(type);

  it("builds every message that the schema knows from its fields, or says which rule of its own forbids it", () => {
    fc.assert(
      fc.property(samplesOf(companion), (sample) => {
        const result = withFields(create(), sample).tryBuild();
        if (!result.ok) {
          expect(result.issues?.filter((one) => !OWN_RULES.has((one as { code: string }).code))).toEqual([]);
          return;
        }
        const built = result.value as CoreMessage;
        expect(isDeeplyFrozen(built)).toBe(true);
        expect(companion.equals(comparable(built), comparable(sample))).toBe(true);
      }),
      { numRuns: propertyRuns(200) },
    );
  });
});

/** What is never shown, not even where content is asked for. */
const HIDDEN = {
  source: { format: "f", raw: { [SECRET]: SECRET } },
  provider_state: [{ provider: "p", kind: "k", value: { [SECRET]: SECRET } }],
  metadata: { [SECRET]: SECRET },
};

/** A type that builders know nothing more of has no words of its own. */
const DESCRIBED = MESSAGE_TYPES.flatMap((type) => {
  const companion = (builders as unknown as Record<string, Partial<DescribingCompanion>>)[`${pascal(type)}Message`];
  return companion?.describe === undefined ? [] : [[type, companion.describe] as const];
});

it.each(DESCRIBED)(
  "every message of the type %s is described on one line, and never by its state or source",
  (type, describeMessage) => {
    fc.assert(
      fc.property(samplesOf(companionOf(type)), fc.boolean(), (sample, content) => {
        const line = describeMessage({ ...sample, ...HIDDEN } as CoreMessage, { content });
        expect(line).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}]+$/u);
        expect(line).toContain("from f, 1 provider state");
        expect(line).not.toContain(SECRET);
      }),
      { numRuns: propertyRuns(200) },
    );
  },
);

interface DescribingCompanion {
  readonly describe: (message: CoreMessage, options: { readonly content: boolean }) => string;
}

/** Calls the setter of every field that the contract knows. */
function withFields(builder: AnyBuilder, message: CoreMessage): AnyBuilder {
  if (message.type === "unknown") return builder;
  const { id, created_at, conversation_id, parent_id: parent, source, provider_state, metadata, data } = message;
  const envelope = { id, created_at, conversation_id, parent, provider_state, metadata };
  // Where `data` has a source, that one is called so.
  const where = "withMessageSource" in builder ? { message_source: source } : { source };
  let result = builder as unknown as Record<string, (value: unknown) => never>;
  for (const [name, value] of Object.entries({ ...envelope, ...where, ...knownOf(message.type, data) }))
    result = (result[`with${pascal(name)}`] as (value: unknown) => never)(value);
  return result as unknown as AnyBuilder;
}

/** Without what builders leave out (unknown fields, residue, newer versions), spell anew (paths) or fill in. */
function comparable(message: CoreMessage): CoreMessage {
  if (message.type === "unknown") return message;
  const { type, id, created_at, conversation_id, parent_id, source, provider_state, metadata } = message;
  const data = knownOf(type, message.data);
  if (type === "file_reference") data.path = "a";
  if (type === "tool_request") data.tool_calls = pending(data.tool_calls as readonly object[]);
  if (type === "tool_result") data.execution = {};
  const optional = Object.entries({ conversation_id, parent_id, source, provider_state, metadata });
  return {
    type,
    schema_version: CURRENT_VERSION,
    id,
    created_at,
    data,
    ...Object.fromEntries(optional.filter(([, value]) => value !== undefined)),
  } as unknown as CoreMessage;
}

/** Without fields that the contract does not know. */
function knownOf(type: string, data: object): Record<string, unknown> {
  const { $defs } = companionOf(type).schema as { $defs: Record<string, { properties?: object }> };
  const known = Object.keys($defs[`${pascal(type)}Data`]?.properties ?? {});
  return Object.fromEntries(Object.entries(data).filter(([name]) => known.includes(name)));
}

function pending(calls: readonly object[]): readonly object[] {
  return calls.map((call) => ({ ...call, approval: { status: "pending" } }));
}

describe("builders and hostile values", () => {
  it("a value that cannot be read is refused when the message is built, without content", () => {
    const trap = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error(SECRET);
        },
      },
    );
    const builder = TextMessageBuilder.create()
      .withRole("user")
      .withText("a")
      .withMetadata(trap as never);
    const error = errorOf(() => builder.build());
    expect((error as ValidationError).issues.map(({ path, code }) => [path, code])).toEqual([
      ["/metadata", "not_json_value"],
    ]);
    expectNoSecret(error);
  });
});
