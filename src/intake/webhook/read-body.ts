// All that goes past the framework to read the body of a delivery: its own way costs as much as verifying a signature.
// A body that came together with its headers is taken at once, and the framework reads the others.
import type { FastifyRequest } from "fastify";
import { MAX_DELIVERY_BYTES } from "../../domain/limits.ts";

const NO_BYTES = Buffer.alloc(0);

/** Whether all of the body has come. One that is too large is left to the framework, which refuses it. */
export function isBodyThere({ raw }: FastifyRequest): boolean {
  return raw.complete && raw.readableLength <= MAX_DELIVERY_BYTES;
}

/** Takes the body that is there; undefined when none was announced. */
export function takeBody({ raw }: FastifyRequest): Buffer | undefined {
  return (raw.read() as Buffer | null) ?? (raw.headers["transfer-encoding"] === undefined ? undefined : NO_BYTES);
}

/** Has the framework read the body as bytes: a type that it does not know must not keep it from reading. */
export function leaveToFramework({ raw }: FastifyRequest): void {
  (raw.headers as Record<string, string | undefined>)["content-type"] = undefined;
}

/** Whether only reading the body tells that it is too large, which is refused before most other mistakes. */
export function mayBeTooLarge({ headers }: FastifyRequest): boolean {
  return !(Number(headers["content-length"]) <= MAX_DELIVERY_BYTES);
}

/** Whether it is the framework's own error about a body that is too large. */
export function isTooLarge(error: unknown): boolean {
  return (error as { code?: string }).code === "FST_ERR_CTP_BODY_TOO_LARGE";
}

/** The body as it was sent; undefined when none was. */
export function bodyOf(request: FastifyRequest): Buffer | undefined {
  return request.body as Buffer | undefined;
}

/** The bytes that a signature is made of: none where no body was sent. */
export function bytesOf(request: FastifyRequest): Buffer {
  return bodyOf(request) ?? NO_BYTES;
}
