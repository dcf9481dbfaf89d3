// The endpoints that Sentry's SDKs make of a DSN: POST /api/<project>/envelope/, and /store/ of older ones. The key of the DSN says
// which connection is meant, and web pages of any origin may send here.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { toolEndpoint } from "../connected-tools/route.ts";
import type { ToolDeps } from "../connected-tools/tool-receiver.ts";

const PATHS = ["envelope", "store"].flatMap((name) => [`/api/:project/${name}/`, `/api/:project/${name}`]);

export const SDK_PATHS: Record<string, string[]> = Object.fromEntries(PATHS.map((path) => [path, ["POST", "OPTIONS"]]));

/** What an SDK may read in a web page: when it may send again. */
const FOR_PAGES = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "retry-after, x-request-id",
};
/** What a page's browser asks for beforehand, which it may remember for a day. */
const PREFLIGHT = {
  "access-control-allow-methods": "POST",
  "access-control-allow-headers": "authorization, content-encoding, content-type, x-sentry-auth",
  "access-control-max-age": "86400",
};

export function mountSdkRoutes(server: FastifyInstance, deps: ToolDeps): void {
  server.register(async (scope) => {
    scope.decorateRequest("fromTool", null);
    const { handle, onRequest, bodyLimit } = toolEndpoint(deps, "sentry-sdk", keyOf);
    const openToPages = async (_request: FastifyRequest, reply: FastifyReply) => {
      reply.headers(FOR_PAGES);
    };
    for (const path of PATHS) {
      scope.post(path, { bodyLimit, onRequest: [openToPages, onRequest] }, handle);
      scope.options(path, { onRequest: openToPages }, (_request, reply) => {
        reply.headers(PREFLIGHT).status(204).removeHeader("content-type").send();
      });
    }
  });
}

/** `sentry_key` of the address, or of the header `X-Sentry-Auth: Sentry sentry_key=…, sentry_version=7`. */
function keyOf({ url, headers }: FastifyRequest): string {
  const mark = url.indexOf("?");
  const named = mark === -1 ? null : new URLSearchParams(url.slice(mark)).get("sentry_key");
  if (named !== null) return named;
  const header = headers["x-sentry-auth"] ?? headers.authorization;
  const found = typeof header === "string" ? /^Sentry\s.*?\bsentry_key=(\w+)/i.exec(header) : null;
  return found?.[1] ?? "";
}
