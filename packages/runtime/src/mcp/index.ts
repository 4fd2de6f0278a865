/** Everything of `@parlance/runtime/mcp`. Adding an export here makes it API. */

export type { ResourceCachePolicy } from "./cache-policy.js";
export type { McpClient, McpNotification, McpRequestOptions, McpServer } from "./client.js";
export { embeddedResources } from "./embedded-resources.js";
export { type FitOptions, fitResource } from "./fit-resource.js";
export { McpResourceError, type McpResourceErrorCode } from "./mcp-resource-error.js";
export { createMcpResources, type McpResources, type McpResourcesSettings } from "./mcp-resources.js";
export { createResourceCache, type ResourceCache, type ResourceCacheLimits } from "./resource-cache.js";
export type { SummariseResource } from "./summary.js";
