// Where browsers go to sign in with the issuer, and where it sends them back to.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Author } from "../../domain/workspace/audit-log.ts";
import { signedOutAuthor } from "../pipeline/audit-author.ts";
import type { MountedModule } from "../pipeline/mounted-module.ts";
import type { Services } from "../pipeline/services.ts";
import { shownAddress } from "../transport/client-address.ts";
import { refusedAt, type Sent, sendToIssuer, takeFromIssuer } from "./oidc-sign-in.ts";

const OIDC_START = "/auth/oidc/start";
export const OIDC_CALLBACK = "/auth/oidc/callback";

export function oidcModule(services: Services): MountedModule {
  const { oidc } = services.signIn;
  const authorOf = ({ raw, id: requestId }: FastifyRequest): Author =>
    signedOutAuthor(undefined, { address: shownAddress(raw, services.trustedProxies), requestId });
  return {
    paths: oidc === null ? {} : { [OIDC_START]: ["GET"], [OIDC_CALLBACK]: ["GET"] },
    mount(server: FastifyInstance) {
      if (oidc === null) return;
      const { publicLimit } = services;
      server.route({
        method: "GET",
        url: OIDC_START,
        exposeHeadRoute: false,
        handler: async (request, reply) => {
          publicLimit?.admit(request.raw);
          const returnTo = new URLSearchParams(request.url.split("?")[1]).get("return_to") ?? "/";
          const sent = await sendToIssuer(services, oidc, { returnTo }, authorOf(request));
          return send(reply, typeof sent === "string" ? { location: refusedAt(sent), cookies: [] } : sent);
        },
      });
      server.route({
        method: "GET",
        url: OIDC_CALLBACK,
        exposeHeadRoute: false,
        handler: async (request, reply) => {
          publicLimit?.admit(request.raw);
          return send(reply, await takeFromIssuer(services, oidc, request.raw, authorOf(request)));
        },
      });
    },
  };
}

function send(reply: FastifyReply, { location, cookies }: Sent): FastifyReply {
  if (cookies.length > 0) reply.header("set-cookie", cookies);
  return reply.removeHeader("content-type").header("location", location).status(303).send();
}
