// The names in a request's path.
import type { FastifyRequest } from "fastify";
import { Fault } from "../../domain/fault.ts";

export function idOf(request: FastifyRequest): string {
  return plainName((request.params as { id?: string }).id);
}

/** The second name in a path. */
export function partOf(request: FastifyRequest): string {
  const { part, comment, delivery, notification, connection, forward, session } = request.params as Partial<
    Record<string, string>
  >;
  return plainName(part ?? comment ?? delivery ?? notification ?? connection ?? forward ?? session);
}

function plainName(name = ""): string {
  if (name.includes("\0")) throw new Fault("not_found", "There is nothing at this address.");
  return name;
}
