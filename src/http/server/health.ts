// /healthz says that the process answers, /readyz that its database does too and takes what is written, with this server's secret key.
import type { FastifyInstance } from "fastify";
import { Fault } from "../../domain/fault.ts";
import { otherKeyFault } from "../../domain/workspace/secret-check.ts";
import { findFirstWorkspace } from "../../storage/workspace/workspaces.ts";
import { HEALTHY, READY } from "../../wire/health.ts";
import type { Services } from "../pipeline/services.ts";

export function mountHealth(server: FastifyInstance, services: Services, isLeaving: () => boolean): void {
  server.get("/healthz", async (_request, reply) => reply.send(Buffer.from(HEALTHY)));
  server.get("/readyz", async (_request, reply) => {
    if (isLeaving()) throw new Fault("unavailable", "The server is stopping: send new requests to another one.");
    if ((await findFirstWorkspace(services.reader)) === undefined) {
      throw new Fault("unavailable", "The database is not ready yet.");
    }
    if (services.writing.isFailing()) {
      throw new Fault("unavailable", "The database can't be written to now. Try again in a moment.");
    }
    if (services.hasOtherKey()) throw otherKeyFault();
    return reply.send(Buffer.from(READY));
  });
}
