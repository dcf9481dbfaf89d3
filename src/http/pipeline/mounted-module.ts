// A module beside the API: what it mounts, and the paths it answers with the methods they take.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { InternalCalls } from "./internal-calls.ts";

export interface MountedModule {
  mount(server: FastifyInstance, internalCalls: InternalCalls): void;
  paths: Record<string, string[]>;
  /** Answers a request for an address that nothing is at, and gives true, if it is one for this module. */
  answerUnknown?(request: FastifyRequest, reply: FastifyReply): boolean;
}
