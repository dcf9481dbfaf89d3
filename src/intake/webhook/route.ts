// The incoming webhook's door: POST /api/integrations/webhook/<token>. The token is looked up before the body is read.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Fault } from "../../domain/fault.ts";
import { issueUrl } from "../../domain/webhook/issue-fixed-event.ts";
import { openSecret, WEBHOOK_PATH } from "../../domain/webhook/webhook-secrets.ts";
import type { Performer } from "../../engine/performer.ts";
import type { Turns } from "../../lib/async/tick-batcher.ts";
import type { Clock } from "../../lib/clock.ts";
import { isSignature, isSignedWith } from "../../lib/crypto/body-signature.ts";
import type { Cipher } from "../../lib/crypto/cipher.ts";
import type { Reader } from "../../storage/database/database.ts";
import type { Received } from "../../storage/webhook/deliveries.ts";
import type { WebhookDoor } from "../../storage/webhook/webhooks.ts";
import { presentReceipt } from "../../wire/webhook/delivery-answer.ts";
import { faultOf, NO_WEBHOOK, type Reception } from "./delivery-receiver.ts";
import { webhookDoors } from "./find-webhook.ts";
import { maskTokens } from "./mask-tokens.ts";
import { keptBody, keptHeaders } from "./redact.ts";
import { refusalLog } from "./refusal-log.ts";

export interface WebhookTools {
  reader: Reader;
  turns: Turns;
  performer: Performer;
  reception: Reception;
  cipher: Cipher;
  clock: Clock;
  baseUrl: string;
  /** Whether the log keeps what was sent. */
  keepBodies: boolean;
  /** Told what each delivery was answered: `raised`, `duplicate`, or the code of a refusal. */
  onDelivery(outcome: string): void;
}

const BODY_LIMIT = 1_048_576;
const MAX_SECRETS = 1_000;
const NO_BYTES = Buffer.alloc(0);
const NO_BODY = { encoding: "none", body: null } as const;

interface Entered {
  token: string;
  door: WebhookDoor;
  contentType: string | undefined;
}

declare module "fastify" {
  interface FastifyRequest {
    delivery: Entered | null;
  }
}

export function mountWebhook(server: FastifyInstance, tools: WebhookTools): void {
  const { reader, reception, baseUrl } = tools;
  const findDoor = webhookDoors(reader);
  const secretOf = secrets(tools.cipher);
  const log = refusalLog(tools);

  server.register(async (scope) => {
    scope.decorateRequest("delivery", null);
    // Straight to the server's own handler: the framework's way there costs as much as the refusal, and there may be a flood.
    const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      const fault = asFault(error);
      tools.onDelivery(fault instanceof Fault ? fault.code : "internal");
      if (request.delivery !== null && isToBeLogged(fault)) {
        log.add(request.delivery.door.appId, fault, bytesOf(request).length, () => received(tools, request));
      }
      server.errorHandler(fault as FastifyError, request, reply);
    };
    scope.addHook("onRequest", (request, reply, done) => {
      const { token } = request.params as { token: string };
      const isWhole = isThere(request);
      const found = findDoor(token);
      // Whoever sent it may be gone when that is answered.
      const taken = isWhole && found instanceof Promise ? bodyOf(request) : undefined;
      const enter = (door: WebhookDoor | undefined) => {
        if (door === undefined) {
          refuse(NO_WEBHOOK, request, reply);
          return;
        }
        request.delivery = { token, door, contentType: request.raw.headers["content-type"] };
        const wrong = door.enabled === 0 ? NO_WEBHOOK : wrongUnread(door, request);
        if (wrong !== null) refuse(wrong, request, reply);
        else if (isThere(request)) {
          // Straight on: the framework's way of reading a body costs as much as verifying its signature.
          request.body = taken ?? bodyOf(request);
          if (isWhole) decide(door, request, reply);
          else decideAnew(request, reply);
        } else {
          setTypeAside(request);
          done();
        }
      };
      if (found instanceof Promise) found.then(enter).catch(done);
      else enter(found);
    });
    scope.setErrorHandler(refuse);
    scope.post(`${WEBHOOK_PATH}/:token`, { bodyLimit: BODY_LIMIT }, (request, reply) => decideAnew(request, reply));

    /** For what was not all there when its webhook was looked for: that is done again, together with what else ended in this turn. */
    const decideAnew = (request: FastifyRequest, reply: FastifyReply) => {
      const { token } = request.delivery!;
      const work = () => {
        try {
          const found = findDoor(token);
          if (!(found instanceof Promise)) decide(found, request, reply);
          else found.then((door) => decide(door, request, reply)).catch((error) => refuse(error, request, reply));
        } catch (error) {
          refuse(error, request, reply);
        }
      };
      tools.turns.join(work, { line: request.raw.socket, who: () => token });
    };

    const decide = (door: WebhookDoor | undefined, request: FastifyRequest, reply: FastifyReply) => {
      if (door === undefined) request.delivery = null;
      else request.delivery!.door = door;
      const wrong = door === undefined ? NO_WEBHOOK : wrongRead(door, request);
      if (wrong !== null) refuse(wrong, request, reply);
      else receive(request, reply).catch((error) => refuse(error, request, reply));
    };
  });

  /** What a delivery that is all there is refused with before it is understood; null for nothing. */
  function wrongRead(door: WebhookDoor, request: FastifyRequest): Fault | null {
    const wrong = door.enabled === 1 && door.secret !== null ? wrongSignature(secretOf(door), request) : null;
    return wrong ?? reception.closed(door);
  }

  /** What a flood can be refused with before its body is read, once the log keeps no more of it; null for nothing. */
  function wrongUnread(door: WebhookDoor, request: FastifyRequest): Fault | null {
    if (!log.isFull(door.appId) || mustBeRead(request)) return null;
    if (door.secret === null) return reception.closed(door);
    return isSignature(request.headers["x-signature"]) ? null : unsigned(request);
  }

  async function receive(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { door, contentType } = request.delivery!;
    const raw = {
      bytes: maskTokens(bytesOf(request)),
      contentType,
      contentEncoding: request.headers["content-encoding"],
    };
    const receipt = await reception.receive(door, raw, received(tools, request));
    if ("refusal" in receipt) throw Object.assign(faultOf(receipt.refusal), { isLogged: receipt.deliveryId !== null });
    const { duplicate } = receipt;
    tools.onDelivery(duplicate ? "duplicate" : "raised");
    const { id, code } = receipt.issue;
    const answer = presentReceipt(duplicate, { id, code, url: issueUrl(baseUrl, id) });
    reply.status(duplicate ? 200 : 201).send(answer);
  }
}

/** Whether all of it has come. One that is too large is left to the framework, which refuses it. */
function isThere({ raw }: FastifyRequest): boolean {
  return raw.complete && raw.readableLength <= BODY_LIMIT;
}

/** Takes the body that is there; undefined when none was announced. */
function bodyOf({ raw }: FastifyRequest): Buffer | undefined {
  return (raw.read() as Buffer | null) ?? (raw.headers["transfer-encoding"] === undefined ? undefined : NO_BYTES);
}

/** A type that can't be read must not keep the body from being read. */
function setTypeAside({ raw }: FastifyRequest): void {
  (raw.headers as Record<string, string | undefined>)["content-type"] = undefined;
}

const NOT_SIGNED = new Fault(
  "invalid_signature",
  "This webhook accepts only signed deliveries: send X-Signature: sha256= and the hex HMAC-SHA256 of the exact body, keyed with the signing secret.",
);
const WRONGLY_SIGNED = new Fault(
  "invalid_signature",
  "The signature is wrong: X-Signature must be sha256= and the hex HMAC-SHA256 of the exact bytes sent, keyed with the signing secret.",
);

/** What is wrong is given back and not thrown: of all refusals these may come as a flood. */
function wrongSignature(secret: string, request: FastifyRequest): Fault | null {
  return isSignedWith(secret, bytesOf(request), request.headers["x-signature"]) ? null : unsigned(request);
}

function bytesOf(request: FastifyRequest): Buffer {
  return (request.body as Buffer | undefined) ?? NO_BYTES;
}

function unsigned({ headers }: FastifyRequest): Fault {
  return headers["x-signature"] === undefined ? NOT_SIGNED : WRONGLY_SIGNED;
}

/** A body that is too large is refused for that first; without its length, only reading it tells. */
function mustBeRead({ headers }: FastifyRequest): boolean {
  return !(Number(headers["content-length"]) <= BODY_LIMIT);
}

/** Secrets as they were decrypted; what is kept in the database says which. */
function secrets(cipher: Cipher): (door: WebhookDoor) => string {
  const known = new Map<string, string>();
  return ({ appId, secret }) => {
    let plain = known.get(secret!);
    if (plain === undefined) {
      plain = openSecret(cipher, appId, secret!);
      if (known.size >= MAX_SECRETS) known.clear();
      known.set(secret!, plain);
    }
    return plain;
  };
}

function received({ clock, keepBodies }: WebhookTools, request: FastifyRequest): Received {
  const receivedAt = clock();
  if (!keepBodies) return { receivedAt, replayOf: null, headers: "{}", encoding: "none", body: null };
  const headers = keptHeaders(request.raw.rawHeaders);
  const bytes = request.body as Buffer | undefined;
  const { encoding, body } = bytes === undefined ? NO_BODY : keptBody(bytes);
  return { receivedAt, replayOf: null, headers, encoding, body };
}

function asFault(error: unknown): unknown {
  const isTooLarge = (error as { code?: string }).code === "FST_ERR_CTP_BODY_TOO_LARGE";
  return isTooLarge ? new Fault("too_large", "The body is too large: at most 1,048,576 bytes are accepted.") : error;
}

/** What has an entry already, or can't have one, is left out. */
function isToBeLogged(fault: unknown): fault is Fault {
  return fault instanceof Fault && fault.code !== "unavailable" && !(fault as { isLogged?: boolean }).isLogged;
}
