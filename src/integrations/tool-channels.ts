// Connected tools as channels: what a name gets there, and what nobody may be called because a tool is.
import { plainNames } from "../domain/access/actor.ts";
import type { ToolChannel } from "../domain/access/channel.ts";
import { TOOL_REGISTRY, TOOLS, toolNamed } from "./tool-registry.ts";

/** The channel of whoever acts through a connected tool. */
export function channelOf(tool: string): ToolChannel {
  const { label, spokenOf = label, via = null } = toolNamed(tool);
  return { tool, suffix: ` via ${spokenOf}`, via };
}

const SPEAKING = TOOLS.filter((tool) => TOOL_REGISTRY[tool].intake !== null);

/** Whether a name, shown as it stands, can't be taken for a key's or a tool's, whatever it is written with. */
export const isPlainName = plainNames(SPEAKING.map(channelOf));
