// What the body of a request holds, by what its route takes: a file, a JSON object, or nothing.

import type { FastifyRequest } from "fastify";
import * as z from "zod";
import { Fault } from "../../domain/fault.ts";
import { requireValid } from "../../wire/require-valid.ts";
import { readBody, requirePlainEncoding } from "./read-request.ts";
import type { Route, SentFile } from "./route.ts";

/** The body of a request that takes none. */
const NOTHING = z.strictObject({});

/** Throws `invalid_request`. */
export function fileInBody(request: FastifyRequest): SentFile {
  const bytes = request.body as Buffer | undefined;
  const { "content-type": contentType, "content-encoding": encoding } = request.headers;
  if (bytes === undefined || bytes.length === 0)
    throw new Fault("invalid_request", "The body is empty: send the file.");
  requirePlainEncoding(encoding, "invalid_request", "the file");
  return { bytes, contentType };
}

/** An empty object says nothing and does no harm. Throws `invalid_json`, `invalid_request`. */
export function requireNoBody(request: FastifyRequest): void {
  const bytes = request.body as Buffer | undefined;
  if (bytes === undefined || bytes.length === 0) return;
  const { "content-type": type, "content-encoding": encoding } = request.headers;
  requireValid(NOTHING, readBody(bytes, type, encoding, false), "body");
}

export function rawBodyOf(route: Route, request: FastifyRequest): unknown {
  const bytes = request.body as Buffer | undefined;
  if (bytes === undefined || bytes.length === 0) {
    if (route.bodyOptional === true) return {};
    throw new Fault("invalid_json", "The body is empty: send a JSON object.");
  }
  const { "content-type": type, "content-encoding": encoding } = request.headers;
  return readBody(bytes, type, encoding, route.exactNumbers === true);
}

/** A type that can't be read must not keep the file from being read: nobody asks for it. */
export function setTypeAside({ raw }: FastifyRequest): void {
  (raw.headers as Record<string, string | undefined>)["content-type"] = undefined;
}
