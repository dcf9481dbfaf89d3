// The endpoint of connected tools: POST /api/integrations/<tool>/<token>. The token is looked up before the body is read.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { TOOL_PATH, TOOLS, type Tool } from "../../domain/connections/connection.ts";
import { TOOL_REGISTRY } from "../../integrations/tool-registry.ts";
import { isConnectionToken, tokenHash } from "../../lib/crypto/token.ts";
import { type ConnectionEndpoint, findConnectionByToken } from "../../storage/connections/connections.ts";
import { NO_CONNECTION, receiveFromTool, requireRateLeft, type ToolDeps } from "./tool-receiver.ts";

declare module "fastify" {
  interface FastifyRequest {
    fromTool: { endpoint: ConnectionEndpoint; contentType: string | undefined; isBodyDue: boolean } | null;
  }
}

export const TOOL_PATHS: Record<string, string[]> = Object.fromEntries(
  TOOLS.map((tool) => [`${TOOL_PATH}/${tool}/:token`, ["POST"]]),
);

export function mountConnectedTools(server: FastifyInstance, deps: ToolDeps): void {
  server.register(async (scope) => {
    scope.decorateRequest("fromTool", null);
    for (const tool of TOOLS) {
      const onRequest = async (request: FastifyRequest) => {
        const endpoint = await requireConnection(deps, tool, request);
        requireRateLeft(deps, endpoint);
        // Set aside: a type that can't be read must not keep the body from being read.
        const { headers, complete } = request.raw;
        request.fromTool = { endpoint, contentType: headers["content-type"], isBodyDue: !complete };
        (headers as Record<string, string | undefined>)["content-type"] = undefined;
      };
      scope.post(
        `${TOOL_PATH}/${tool}/:token`,
        { bodyLimit: TOOL_REGISTRY[tool].intake.maxBytes, onRequest },
        async (request, reply) => {
          const { endpoint: found, contentType, isBodyDue } = request.fromTool!;
          // The connection may have been switched off, or given another URL, while the body came.
          const endpoint = isBodyDue ? await requireConnection(deps, tool, request) : found;
          // Reading what it sent may take a while: everybody else is served before the next of its requests.
          await deps.ticks.waitForTick({ connection: request.raw.socket, who: () => endpoint.id });
          const bytes = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
          const raw = { headers: request.headers, bytes, contentType, address: deps.addressOf(request.raw) };
          const { status, body } = await receiveFromTool(deps, TOOL_REGISTRY[tool].intake, endpoint, raw);
          return reply.status(status).send(body === null ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body)));
        },
      );
    }
  });
}

/** The connection of the tool at the URL that is asked for. Throws `not_found`. */
async function requireConnection(
  { reader }: ToolDeps,
  tool: Tool,
  request: FastifyRequest,
): Promise<ConnectionEndpoint> {
  const { token } = request.params as { token: string };
  const endpoint = isConnectionToken(token) ? await findConnectionByToken(reader, tokenHash(token)) : undefined;
  if (endpoint === undefined || endpoint.tool !== tool || endpoint.enabled === 0) throw NO_CONNECTION;
  return endpoint;
}
