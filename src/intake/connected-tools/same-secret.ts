// Whether two connections of one tool are known by the same secret: then they are connected with the same place there.
import type { Credentials } from "../../domain/connections/connection.ts";
import { toolNamed } from "../../integrations/tool-registry.ts";
import { isSameText } from "../../lib/crypto/constant-time-equal.ts";

export function isSameSecret(tool: string, a: Credentials, b: Credentials): boolean {
  const { verifiedBy: name } = toolNamed(tool);
  if (name === null) return false;
  return a[name] !== undefined && b[name] !== undefined && isSameText(a[name], b[name]);
}
