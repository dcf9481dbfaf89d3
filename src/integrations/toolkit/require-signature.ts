// Whether a request was sent by whoever knows a connection's secret. A connection that holds none trusts its URL alone.
import { Fault } from "../../domain/fault.ts";
import type { ToolRequest } from "./tool-intake.ts";

/** Throws `invalid_signature`. */
export function requireSignature(
  { credentials }: Pick<ToolRequest, "credentials">,
  header: string,
  isSigned: (secret: string) => boolean,
): void {
  const secret = credentials.webhook_secret;
  if (secret !== undefined && !isSigned(secret)) {
    throw new Fault(
      "invalid_signature",
      `${header} is missing or wrong: it must be made with this connection's secret.`,
    );
  }
}
