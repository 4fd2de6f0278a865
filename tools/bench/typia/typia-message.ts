/** The measured message types for typia, which turns this file into `src/generated/typia-message.ts`. */
import typia, { type tags } from "typia";

type Uuid = string & tags.Pattern<"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$">;
type Timestamp = string & tags.Pattern<"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$">;
type Name = string & tags.MinLength<1> & tags.MaxLength<256>;
type Path = string & tags.MinLength<1> & tags.MaxLength<4096>;
type Text = string & tags.MaxLength<16777216>;
type Line = number & tags.MultipleOf<1> & tags.Minimum<1> & tags.Maximum<9007199254740991>;

interface Envelope {
  schema_version: number & tags.MultipleOf<1> & tags.Minimum<2> & tags.Maximum<9007199254740991>;
  id: Uuid;
  created_at: Timestamp;
}
interface TextPart {
  type: "text";
  text: Text;
}
interface ReasoningPart {
  type: "reasoning";
  text: Text;
}
interface ToolCall {
  id: Name;
  name: Name;
  arguments: Record<string, unknown>;
  approval?: { status: "pending" | "approved" | "denied" | "auto_approved" | "expired" | "cancelled" };
}
interface TextMessage extends Envelope {
  type: "text";
  data: {
    role: "user" | "assistant" | "system";
    parts: (TextPart | ReasoningPart)[] & tags.MinItems<1> & tags.MaxItems<65536>;
  };
}
interface ToolRequestMessage extends Envelope {
  type: "tool_request";
  data: { tool_calls: ToolCall[] & tags.MinItems<1> & tags.MaxItems<65536> };
}
interface ToolResultMessage extends Envelope {
  type: "tool_result";
  data: {
    request_id?: Uuid;
    tool_call_id: Name;
    status: "success" | "error" | "denied" | "cancelled" | "timeout" | "interrupted";
    output: unknown;
    execution?: {
      duration_ms: number & tags.Minimum<0> & tags.Maximum<9007199254740991>;
      completed_at: Timestamp;
    };
  };
}
interface FileReferenceMessage extends Envelope {
  type: "file_reference";
  data: {
    path: Path;
    start_line?: Line;
    end_line?: Line;
    resolution?: { status: Name; content?: Text; language?: Name };
  };
}

export const isMessage: (
  input: unknown,
) => input is TextMessage | ToolRequestMessage | ToolResultMessage | FileReferenceMessage = typia.createIs<
  TextMessage | ToolRequestMessage | ToolResultMessage | FileReferenceMessage
>();
