// Whether two connections of one tool are known by the same secret: then they are connected with the same place there.
import type { Credentials, Tool } from "../../domain/connections/connection.ts";
import { TOOL_REGISTRY } from "../../integrations/tool-registry.ts";
import { isSameText } from "../../lib/crypto/constant-time-equal.ts";

export function isSameSecret(tool: Tool, a: Credentials, b: Credentials): boolean {
  const { verifiedBy: name } = TOOL_REGISTRY[tool];
  if (name === null) return false;
  return a[name] !== undefined && b[name] !== undefined && isSameText(a[name], b[name]);
}
