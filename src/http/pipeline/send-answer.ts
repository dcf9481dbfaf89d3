// Sends what a route gives: with its tag, with a link to the next page, or as a stream.
import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import { type Awaitable, andThen } from "../../lib/async/awaitable.ts";
import { type Coding, codingFor } from "../../lib/content-coding.ts";
import { codedTag } from "../../lib/etag.ts";
import { readNextCursor } from "../../wire/envelope.ts";
import { countAnswer } from "../metrics/request-meter.ts";
import { STREAM_HEADERS } from "../transport/headers.ts";
import { markStreaming } from "../transport/sockets.ts";
import { compress, isWorthwhile } from "./compress-answer.ts";
import { tagAnswer } from "./conditional.ts";
import { nextLink } from "./paging.ts";
import { turnOf } from "./request-actor.ts";
import type { Reply } from "./route.ts";

/** Where answers come from. */
export interface AnswerLocation {
  /** The path below which the routes are. */
  prefix: string;
  baseUrl: string;
  isPaged: boolean;
  isCompressible: boolean;
}

const VARY = "accept-encoding";

/** A text up to this length leaves together with its head, in one write; a longer one costs less as bytes. */
const ONE_WRITE = 8_192;

export function isPage(response: z.ZodType | null): boolean {
  return response instanceof z.ZodObject && "next_cursor" in response.shape;
}

export function send(
  place: AnswerLocation,
  request: FastifyRequest,
  reply: FastifyReply,
  given: Reply,
): Awaitable<FastifyReply> {
  const { status, body, tag, location, headers, stream } = given;
  if (stream !== undefined) {
    stream(beginStream(reply));
    return reply;
  }
  if (tag !== undefined && tagAnswer(request, reply, tag)) {
    if (place.isCompressible) reply.header("vary", VARY);
    return reply.send();
  }
  reply.status(status ?? 200);
  if (location !== undefined) reply.header("location", place.prefix + location);
  if (headers !== undefined) reply.headers(headers);
  if (body === null) return reply.removeHeader("content-type").send();
  if (place.isPaged) linkNext(place, request, reply, given);
  if (place.isCompressible && isWorthwhile(body)) {
    reply.header("vary", VARY);
    const coding = codingFor(request.headers["accept-encoding"]);
    if (coding !== undefined) return sendCompressed(coding, body, request, reply, given);
  }
  return reply.send(typeof body === "string" && body.length > ONE_WRITE ? Buffer.from(body) : body);
}

/** Sends a compressed answer. The compressed form is kept with the answer, which may be sent again. */
function sendCompressed(
  coding: Coding,
  body: string | Buffer,
  { actor }: FastifyRequest,
  reply: FastifyReply,
  given: Reply,
): Awaitable<FastifyReply> {
  given.compressed ??= {};
  const forms = given.compressed;
  forms[coding] ??= compress(turnOf(actor), body, coding).then(
    (bytes) => {
      forms[coding] = bytes;
      return bytes;
    },
    (error) => {
      delete forms[coding];
      throw error;
    },
  );
  return andThen(forms[coding], (bytes) => {
    reply.header("content-encoding", coding);
    if (given.tag !== undefined) reply.header("etag", codedTag(given.tag, coding));
    return reply.send(bytes);
  });
}

/** An answer that is kept is one object each time: the link is found once, and stays with it. */
function linkNext({ baseUrl }: AnswerLocation, request: FastifyRequest, reply: FastifyReply, given: Reply): void {
  if (given.link === undefined) {
    const cursor = readNextCursor(given.body as string | Buffer);
    given.link = cursor === undefined ? null : nextLink(baseUrl, request.url, cursor);
  }
  if (given.link !== null) reply.header("link", given.link);
}

/** Sends the head of an answer that goes on; the connection carries nothing else, and ends with it. */
function beginStream(reply: FastifyReply): ServerResponse {
  const { raw } = reply.hijack();
  markStreaming(raw.req.socket);
  countAnswer(raw);
  const headers = { ...reply.getHeaders(), ...STREAM_HEADERS };
  return raw.writeHead(200, headers as OutgoingHttpHeaders);
}
