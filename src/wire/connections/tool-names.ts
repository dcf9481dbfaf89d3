// What people call each connected tool. Where the interface is built this file is worked out, and only what it gives is taken in.
import { TOOL_REGISTRY, TOOLS, type Tool } from "../../integrations/tool-registry.ts";

export const TOOL_NAME = Object.fromEntries(TOOLS.map((tool) => [tool, TOOL_REGISTRY[tool].label])) as Record<
  Tool,
  string
>;
