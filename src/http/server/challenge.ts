// The header WWW-Authenticate of a 401: how whoever is refused learns what would let them in.
import type { FastifyReply, FastifyRequest } from "fastify";
import { MCP_RESOURCE_PATH, RESOURCE_METADATA_PATH } from "../../domain/access/oauth.ts";
import type { Fault } from "../../domain/fault.ts";
import { UI_PREFIX } from "../routes/all-routes.ts";

export function setChallenge(
  { url, headers }: FastifyRequest,
  reply: FastifyReply,
  { code, retryAfter }: Fault,
  baseUrl: string,
): void {
  // A browser must not answer it with a window of its own that asks for a password.
  if (url.startsWith(UI_PREFIX)) return;
  if (url.split("?", 1)[0] === MCP_RESOURCE_PATH) {
    const broughtToken = /^bearer\s+\S/i.test(headers.authorization ?? "");
    reply.header("www-authenticate", assistantChallenge(baseUrl, broughtToken));
  }
  // Whoever has tried too often is told when to come again, and whoever signed wrongly has brought a signature and no key.
  else if (code === "unauthorized" && retryAfter === undefined) reply.header("www-authenticate", "Bearer");
}

/** How an assistant that is refused learns where to ask, and whether it was its token that was not good (RFC 6750, 3.1). */
function assistantChallenge(baseUrl: string, broughtToken: boolean): string {
  const error = broughtToken ? 'error="invalid_token", ' : "";
  return `Bearer ${error}resource_metadata="${baseUrl}${RESOURCE_METADATA_PATH}${MCP_RESOURCE_PATH}"`;
}
