// The door of connected tools: POST /api/integrations/<tool>/<token>. The token is looked up before the body is read.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { TOOL_PATH, TOOLS } from "../../domain/connections/connection.ts";
import { TOOL_REGISTRY } from "../../integrations/tool-registry.ts";
import { isConnectionToken, tokenHash } from "../../lib/crypto/token.ts";
import { type ConnectionDoor, findConnectionByToken } from "../../storage/connections/connections.ts";
import { NO_CONNECTION, receiveFromTool, requireRateLeft, type ToolTools } from "./tool-receiver.ts";

declare module "fastify" {
  interface FastifyRequest {
    fromTool: { door: ConnectionDoor; contentType: string | undefined } | null;
  }
}

export const TOOL_PATHS: Record<string, string[]> = Object.fromEntries(
  TOOLS.map((tool) => [`${TOOL_PATH}/${tool}/:token`, ["POST"]]),
);

export function mountTools(server: FastifyInstance, tools: ToolTools): void {
  server.register(async (scope) => {
    scope.decorateRequest("fromTool", null);
    for (const tool of TOOLS) {
      const onRequest = async (request: FastifyRequest) => {
        const { token } = request.params as { token: string };
        const door = isConnectionToken(token) ? await findConnectionByToken(tools.reader, tokenHash(token)) : undefined;
        if (door === undefined || door.tool !== tool || door.enabled === 0) throw NO_CONNECTION;
        requireRateLeft(tools, door);
        // Set aside: a type that can't be read must not keep the body from being read.
        const { headers } = request.raw;
        request.fromTool = { door, contentType: headers["content-type"] };
        (headers as Record<string, string | undefined>)["content-type"] = undefined;
      };
      scope.post(
        `${TOOL_PATH}/${tool}/:token`,
        { bodyLimit: TOOL_REGISTRY[tool].intake.maxBytes, onRequest },
        async (request, reply) => {
          const { door, contentType } = request.fromTool!;
          // Reading what it sent may take a while: everybody else has a turn before the next of its requests.
          await tools.turns.turn({ line: request.raw.socket, who: () => door.id });
          const bytes = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
          const raw = { headers: request.headers, bytes, contentType, address: tools.addressOf(request.raw) };
          const { status, body } = await receiveFromTool(tools, TOOL_REGISTRY[tool].intake, door, raw);
          return reply.status(status).send(body === null ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body)));
        },
      );
    }
  });
}
