import { type tags } from "typia";
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
    approval?: {
        status: "pending" | "approved" | "denied" | "auto_approved" | "expired" | "cancelled";
    };
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
    data: {
        tool_calls: ToolCall[] & tags.MinItems<1> & tags.MaxItems<65536>;
    };
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
        resolution?: {
            status: Name;
            content?: Text;
            language?: Name;
        };
    };
}
export const isMessage: (input: unknown) => input is TextMessage | ToolRequestMessage | ToolResultMessage | FileReferenceMessage = (() => { const _io0 = (input: any): boolean => "text" === input.type && ("object" === typeof input.data && null !== input.data && _io1(input.data)) && ("number" === typeof input.schema_version && (input.schema_version % 1 === 0 && 2 <= input.schema_version && input.schema_version <= 9007199254740991)) && ("string" === typeof input.id && RegExp("^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$").test(input.id)) && ("string" === typeof input.created_at && RegExp("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$").test(input.created_at)); const _io1 = (input: any): boolean => ("user" === input.role || "assistant" === input.role || "system" === input.role) && (Array.isArray(input.parts) && (1 <= input.parts.length && input.parts.length <= 65536 && input.parts.every((elem: any) => "object" === typeof elem && null !== elem && _iu0(elem)))); const _io2 = (input: any): boolean => "text" === input.type && ("string" === typeof input.text && input.text.length <= 16777216); const _io3 = (input: any): boolean => "reasoning" === input.type && ("string" === typeof input.text && input.text.length <= 16777216); const _io4 = (input: any): boolean => "tool_request" === input.type && ("object" === typeof input.data && null !== input.data && _io5(input.data)) && ("number" === typeof input.schema_version && (input.schema_version % 1 === 0 && 2 <= input.schema_version && input.schema_version <= 9007199254740991)) && ("string" === typeof input.id && RegExp("^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$").test(input.id)) && ("string" === typeof input.created_at && RegExp("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$").test(input.created_at)); const _io5 = (input: any): boolean => Array.isArray(input.tool_calls) && (1 <= input.tool_calls.length && input.tool_calls.length <= 65536 && input.tool_calls.every((elem: any) => "object" === typeof elem && null !== elem && _io6(elem))); const _io6 = (input: any): boolean => "string" === typeof input.id && (1 <= input.id.length && input.id.length <= 256) && ("string" === typeof input.name && (1 <= input.name.length && input.name.length <= 256)) && ("object" === typeof input.arguments && null !== input.arguments && false === Array.isArray(input.arguments) && _io7(input.arguments)) && (undefined === input.approval || "object" === typeof input.approval && null !== input.approval && _io8(input.approval)); const _io7 = (input: any): boolean => Object.keys(input).every((key: any) => {
    const value = input[key];
    if (undefined === value)
        return true;
    return true;
}); const _io8 = (input: any): boolean => "pending" === input.status || "approved" === input.status || "denied" === input.status || "auto_approved" === input.status || "expired" === input.status || "cancelled" === input.status; const _io9 = (input: any): boolean => "tool_result" === input.type && ("object" === typeof input.data && null !== input.data && _io10(input.data)) && ("number" === typeof input.schema_version && (input.schema_version % 1 === 0 && 2 <= input.schema_version && input.schema_version <= 9007199254740991)) && ("string" === typeof input.id && RegExp("^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$").test(input.id)) && ("string" === typeof input.created_at && RegExp("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$").test(input.created_at)); const _io10 = (input: any): boolean => (undefined === input.request_id || "string" === typeof input.request_id && RegExp("^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$").test(input.request_id)) && ("string" === typeof input.tool_call_id && (1 <= input.tool_call_id.length && input.tool_call_id.length <= 256)) && ("denied" === input.status || "cancelled" === input.status || "success" === input.status || "error" === input.status || "timeout" === input.status || "interrupted" === input.status) && true && (undefined === input.execution || "object" === typeof input.execution && null !== input.execution && _io11(input.execution)); const _io11 = (input: any): boolean => "number" === typeof input.duration_ms && (0 <= input.duration_ms && input.duration_ms <= 9007199254740991) && ("string" === typeof input.completed_at && RegExp("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$").test(input.completed_at)); const _io12 = (input: any): boolean => "file_reference" === input.type && ("object" === typeof input.data && null !== input.data && _io13(input.data)) && ("number" === typeof input.schema_version && (input.schema_version % 1 === 0 && 2 <= input.schema_version && input.schema_version <= 9007199254740991)) && ("string" === typeof input.id && RegExp("^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$").test(input.id)) && ("string" === typeof input.created_at && RegExp("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$").test(input.created_at)); const _io13 = (input: any): boolean => "string" === typeof input.path && (1 <= input.path.length && input.path.length <= 4096) && (undefined === input.start_line || "number" === typeof input.start_line && (input.start_line % 1 === 0 && 1 <= input.start_line && input.start_line <= 9007199254740991)) && (undefined === input.end_line || "number" === typeof input.end_line && (input.end_line % 1 === 0 && 1 <= input.end_line && input.end_line <= 9007199254740991)) && (undefined === input.resolution || "object" === typeof input.resolution && null !== input.resolution && _io14(input.resolution)); const _io14 = (input: any): boolean => "string" === typeof input.status && (1 <= input.status.length && input.status.length <= 256) && (undefined === input.content || "string" === typeof input.content && input.content.length <= 16777216) && (undefined === input.language || "string" === typeof input.language && (1 <= input.language.length && input.language.length <= 256)); const _iu0 = (input: any): any => (() => {
    if ("reasoning" === input.type)
        return _io3(input);
    else if ("text" === input.type)
        return _io2(input);
    else
        return false;
})(); const _iu1 = (input: any): any => (() => {
    if ("file_reference" === input.type)
        return _io12(input);
    else if ("tool_result" === input.type)
        return _io9(input);
    else if ("tool_request" === input.type)
        return _io4(input);
    else if ("text" === input.type)
        return _io0(input);
    else
        return false;
})(); return (input: any): input is TextMessage | ToolRequestMessage | ToolResultMessage | FileReferenceMessage => "object" === typeof input && null !== input && _iu1(input); })();
