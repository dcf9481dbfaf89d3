// The public badge: GET /badge/<token>.svg, for anybody who has the address.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Fault } from "../../../domain/fault.ts";
import { BADGE_PATH, badgeText } from "../../../domain/status/badge-text.ts";
import type { GateFigures } from "../../../domain/status/release-gate.ts";
import { sha256 } from "../../../lib/crypto/sha256.ts";
import { isBadgeToken, tokenHash } from "../../../lib/crypto/token.ts";
import { isNamed } from "../../../lib/etag.ts";
import { type App, findApp } from "../../../storage/apps/apps.ts";
import { readCycleFigures } from "../../../storage/cycles/cycle-figures.ts";
import { getCycleOfApp } from "../../../storage/cycles/cycles.ts";
import type { Reads } from "../../../storage/database/database.ts";
import { findBadgedApp } from "../../../storage/status/badges.ts";
import { readGateFigures } from "../../../storage/status/release-gate-figures.ts";
import { drawBadge } from "../../../wire/status/badge-svg.ts";
import type { MountedModule } from "../../pipeline/mounted-module.ts";
import type { AddressLimit } from "../../pipeline/rate-limit.ts";

const ENDING = ".svg";
const PATTERN = `${BADGE_PATH}/:name`;

export function badgeModule(reader: Reads, limit: AddressLimit | null): MountedModule {
  return {
    paths: { [PATTERN]: ["GET", "HEAD"] },
    mount(server: FastifyInstance) {
      server.route({
        method: ["GET", "HEAD"],
        url: PATTERN,
        handler: async (request, reply) => {
          limit?.admit(request.raw);
          const cycle = new URLSearchParams(request.url.split("?")[1]).get("cycle");
          return send(await draw(reader, request.params as { name: string }, cycle), request, reply);
        },
      });
    },
  };
}

/** Throws `not_found`: the badge is off, was switched off and on again, or never existed. */
async function draw(reader: Reads, { name }: { name: string }, cycle: string | null): Promise<string> {
  const token = name.endsWith(ENDING) ? name.slice(0, -ENDING.length) : "";
  const badged = isBadgeToken(token) ? await findBadgedApp(reader, tokenHash(token)) : undefined;
  const reach = badged && { workspaceId: badged.workspaceId, apps: [badged.id] };
  const app = reach && (await findApp(reader, reach, badged.id));
  if (app === undefined) throw new Fault("not_found", "There is no badge at this address.");
  return drawBadge(badgeText(await figuresOf(reader, app, cycle)));
}

/** `cycle` is what the address names, by id or name. Throws `not_found`. */
async function figuresOf(reader: Reads, app: App, cycle: string | null): Promise<GateFigures> {
  if (cycle === null) return readGateFigures(reader, app, [], 0);
  const { id } = await getCycleOfApp(reader, app, cycle);
  return readCycleFigures(reader, app, id, []);
}

function send(picture: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const etag = `"${sha256(picture).slice(0, 22)}"`;
  reply.headers({
    "content-type": "image/svg+xml; charset=utf-8",
    // Asked again each time, by whoever shows it: what it says may be another thing now.
    "cache-control": "no-cache",
    // It is made to be shown on other sites' pages.
    "cross-origin-resource-policy": "cross-origin",
    etag,
  });
  if (isNamed(request.headers["if-none-match"], etag)) return reply.status(304).removeHeader("content-type").send();
  return reply.send(Buffer.from(picture));
}
