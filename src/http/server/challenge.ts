// How whoever is refused learns what would let them in.
import type { FastifyReply, FastifyRequest } from "fastify";
import { challengeOf, MCP_RESOURCE_PATH } from "../../domain/access/oauth.ts";
import { UI_PREFIX } from "../routes/all-routes.ts";

export function setChallenge({ url, headers }: FastifyRequest, reply: FastifyReply, baseUrl: string): void {
  // A browser must not answer it with a window of its own that asks for a password.
  if (url.startsWith(UI_PREFIX)) reply.removeHeader("www-authenticate");
  // An assistant finds out there who can let it in.
  else if (url.split("?", 1)[0] === MCP_RESOURCE_PATH) {
    reply.header("www-authenticate", challengeOf(baseUrl, /^bearer\s+\S/i.test(headers.authorization ?? "")));
  }
}
