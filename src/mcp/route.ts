// The endpoint of assistants: POST /mcp, by the official SDK, in the current protocol and the one before it. Each request
// stands for itself: there are no sessions.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Fault } from "../domain/fault.ts";
import type { TickBatcher } from "../lib/async/tick-batcher.ts";
import { readJson } from "../lib/formats/json.ts";
import type { Reader } from "../storage/database/database.ts";
import type { AssistantHandler } from "./assistant-server.ts";
import type { McpCaller } from "./tools/mcp-tool.ts";

export const MCP_PATH = "/mcp";

export interface McpDeps {
  reader: Reader;
  ticks: TickBatcher;
  baseUrl: string;
  version: string;
  /** Throws `unauthorized`, `rate_limited`. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<McpCaller>;
  onError(error: unknown): void;
}

/** The headers by which the protocol says what the body says, too. */
const PASSED_ON = ["content-type", "accept", "mcp-protocol-version", "mcp-method", "mcp-name", "mcp-session-id"];

/** Bodies up to this size never take long to read. */
const SMALL_BYTES = 8_192;
const MAX_NAMES = 1_000;

declare module "fastify" {
  interface FastifyRequest {
    assistant: McpCaller | null;
  }
}

export function mountMcp(server: FastifyInstance, deps: McpDeps): void {
  const { baseUrl } = deps;
  let opened: Promise<AssistantHandler> | undefined;
  // Loaded when the first assistant comes: the server starts sooner without it.
  const open = () => {
    opened ??= import("./assistant-server.ts").then(({ openAssistants }) => openAssistants(deps));
    return opened;
  };
  server.register(async (scope) => {
    scope.decorateRequest("assistant", null);
    scope.addHook("onRequest", async (request, reply) => {
      requireOwnOrigin(request, baseUrl);
      request.assistant = await deps.admit(request, reply);
    });
    scope.post(MCP_PATH, async (request, reply) => {
      await request.assistant!.admitAgain();
      // Reading a message may take a while: everybody else is served before the next one of the same key.
      await deps.ticks.waitForTick({ connection: request.raw.socket, who: () => request.headers.authorization ?? "" });
      const asked = webRequest(request, baseUrl);
      const response = await (await open())(asked, request.assistant!);
      const answer = Buffer.from(await response.arrayBuffer());
      reply.status(response.status);
      const type = response.headers.get("content-type");
      if (type === null) return reply.removeHeader("content-type").send();
      return reply.header("content-type", type).send(answer);
    });
  });
}

/** A page of another site must not act with a key that it has got hold of. Throws `forbidden`. */
function requireOwnOrigin({ headers }: FastifyRequest, baseUrl: string): void {
  const { origin } = headers;
  if (origin === undefined || origin === new URL(baseUrl).origin) return;
  throw new Fault("forbidden", "Requests from pages of another origin are not accepted here.");
}

/** Whether it begins as a list in JSON does. */
function isList(body: Buffer): boolean {
  const first = body.find((byte) => byte !== 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d);
  return first === 0x5b;
}

/** The library reads whatever there is of it: what would keep everybody waiting must not get there. Throws `invalid_request`. */
function requireFewValues(body: Buffer): void {
  const reading = body.length <= SMALL_BYTES ? null : readJson(body, { maxNames: MAX_NAMES });
  if (reading?.ok === false && reading.isWide) {
    throw new Fault("invalid_request", `Send less in one message: ${reading.why}.`);
  }
}

/** Throws `invalid_request`. */
function webRequest(request: FastifyRequest, baseUrl: string): Request {
  const headers = new Headers();
  for (const name of PASSED_ON) {
    const value = request.headers[name];
    if (typeof value === "string") headers.set(name, value);
  }
  const body = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
  // Neither protocol has batches any more, and thousands of calls would count as one request.
  if (isList(body)) throw new Fault("invalid_request", "Send one message in each request, not a list of them.");
  requireFewValues(body);
  return new Request(baseUrl + MCP_PATH, { method: "POST", headers, body: new Uint8Array(body) });
}
