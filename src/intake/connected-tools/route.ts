// The endpoints of connected tools: POST /api/integrations/<tool>/<token>. The token is looked up before the body is read.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { TOOL_PATH } from "../../domain/connections/connection.ts";
import { TOOL_REGISTRY, TOOLS, type Tool } from "../../integrations/tool-registry.ts";
import { isConnectionToken, tokenHash } from "../../lib/crypto/token.ts";
import { type ConnectionEndpoint, findConnectionByToken } from "../../storage/connections/connections.ts";
import { NO_CONNECTION, receiveFromTool, requireRateLeft, type ToolDeps } from "./tool-receiver.ts";

declare module "fastify" {
  interface FastifyRequest {
    fromTool: { endpoint: ConnectionEndpoint; contentType: string | undefined; isBodyDue: boolean } | null;
  }
}

/** The tools that speak to Retest and have no endpoints of their own. */
const TOOLS_HERE = TOOLS.filter((tool) => {
  const { intake } = TOOL_REGISTRY[tool];
  return intake !== null && intake.addressFor === undefined;
});

export const TOOL_PATHS: Record<string, string[]> = Object.fromEntries(
  TOOLS_HERE.map((tool) => [`${TOOL_PATH}/${tool}/:token`, ["POST"]]),
);

export function mountConnectedTools(server: FastifyInstance, deps: ToolDeps): void {
  server.register(async (scope) => {
    scope.decorateRequest("fromTool", null);
    for (const tool of TOOLS_HERE) {
      const { handle, ...options } = toolEndpoint(deps, tool, (request) => (request.params as { token: string }).token);
      scope.post(`${TOOL_PATH}/${tool}/:token`, options, handle);
    }
  });
}

/** What comes in for a tool, wherever it comes in: `tokenOf` says where a request has its token. */
export function toolEndpoint(deps: ToolDeps, tool: Tool, tokenOf: (request: FastifyRequest) => string) {
  const intake = TOOL_REGISTRY[tool].intake!;
  return {
    bodyLimit: intake.maxBytes,
    async onRequest(request: FastifyRequest) {
      const endpoint = await requireConnection(deps, tool, tokenOf(request));
      requireRateLeft(deps, intake, endpoint);
      // Set aside: a type that can't be read must not keep the body from being read.
      const { headers, complete } = request.raw;
      request.fromTool = { endpoint, contentType: headers["content-type"], isBodyDue: !complete };
      (headers as Record<string, string | undefined>)["content-type"] = undefined;
    },
    async handle(request: FastifyRequest, reply: FastifyReply) {
      const { endpoint: found, contentType, isBodyDue } = request.fromTool!;
      // The connection may have been switched off, or given another URL, while the body came.
      const endpoint = isBodyDue ? await requireConnection(deps, tool, tokenOf(request)) : found;
      // Reading what it sent may take a while: everybody else is served before the next of its requests.
      await deps.ticks.waitForTick({ connection: request.raw.socket, who: () => endpoint.id });
      const bytes = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
      const path = request.url.split("?", 1)[0]!;
      const raw = { path, headers: request.headers, bytes, contentType, address: deps.addressOf(request.raw) };
      const { status, body } = await receiveFromTool(deps, intake, endpoint, raw);
      return reply.status(status).send(body === null ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body)));
    },
  };
}

/** The tool's connection that has the token. Throws `not_found`. */
async function requireConnection({ reader }: ToolDeps, tool: Tool, token: string): Promise<ConnectionEndpoint> {
  const endpoint = isConnectionToken(token) ? await findConnectionByToken(reader, tokenHash(token)) : undefined;
  if (endpoint === undefined || endpoint.tool !== tool || endpoint.enabled === 0) throw NO_CONNECTION;
  return endpoint;
}
