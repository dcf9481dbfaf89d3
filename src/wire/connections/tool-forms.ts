// What the interface says of each connected tool and asks for. Where it is built this file is worked out, and only what it gives is taken in.
import { TOOL_REGISTRY, TOOLS, type Tool } from "../../integrations/tool-registry.ts";
import type { ToolForm } from "../../integrations/toolkit/tool-form.ts";

export type { FormField } from "../../integrations/toolkit/tool-form.ts";

interface ShownTool extends ToolForm {
  /** Whether it raises issues that may name no platform or priority. */
  raises: boolean;
  /** Whether its issues can be commented on: then comments are forwarded by default. */
  hearsComments: boolean;
  /** Whether it is a program that receives events, and no tool with issues or messages. */
  isProgram: boolean;
}

export const TOOL_FORMS = Object.fromEntries(TOOLS.map((tool) => [tool, shownOf(tool)])) as Record<Tool, ShownTool>;

function shownOf(tool: Tool): ShownTool {
  const { form, raises, changesComments, publisher } = TOOL_REGISTRY[tool];
  return { ...form, raises, hearsComments: changesComments === true, isProgram: publisher !== undefined };
}
