// Whether two connections of one tool are known by the same secret: then they are connected with the same place there.
import type { Credentials } from "../../domain/connections/connection.ts";
import { isSameText } from "../../lib/crypto/constant-time-equal.ts";

/** By which a tool's requests are verified. */
const SECRETS = ["signing_secret", "security_token", "client_secret", "webhook_secret"] as const;

export function isSameSecret(a: Credentials, b: Credentials): boolean {
  return SECRETS.some((name) => a[name] !== undefined && b[name] !== undefined && isSameText(a[name], b[name]));
}
