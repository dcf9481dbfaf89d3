// The incoming webhook's door: POST /api/integrations/webhook/<token>. The token is looked up before the body is read.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Performer } from "../../actions/perform.ts";
import { Fault } from "../../domain/fault.ts";
import { issueUrl } from "../../domain/issue-fixed.ts";
import { openSecret, WEBHOOK_PATH } from "../../domain/webhook-secrets.ts";
import type { Cipher } from "../../lib/cipher.ts";
import { type Clock, HOUR_MS, windowAt } from "../../lib/clock.ts";
import { isSignedWith } from "../../lib/signature.ts";
import { isWebhookToken, tokenHash } from "../../lib/token.ts";
import { shareTurns } from "../../lib/turn-share.ts";
import type { Awaitable, Reader } from "../../storage/database.ts";
import { findDoorByToken, type WebhookDoor } from "../../storage/webhooks.ts";
import { STATUS } from "../../wire/error.ts";
import { presentReceipt } from "../../wire/receipt.ts";
import { keptBody, keptHeaders } from "./kept.ts";
import { faultOf, noWebhook, type Reception } from "./reception.ts";

export interface WebhookTools {
  reader: Reader;
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
/** Refusals of one app that are logged in an hour: a flood must not fill the disk. */
const MAX_LOGGED = 1_000;
const MAX_LOGGED_BYTES = 8 * 1_048_576;
const MAX_SECRETS = 1_000;

declare module "fastify" {
  interface FastifyRequest {
    delivery: { door: WebhookDoor; token: string; contentType: string | undefined } | null;
  }
}

export function mountWebhook(server: FastifyInstance, tools: WebhookTools): void {
  const { reader, reception, baseUrl } = tools;
  const findDoor = doors(reader);
  const secretOf = secrets(tools.cipher);
  const log = refusalLog(tools);

  server.register(async (scope) => {
    scope.decorateRequest("delivery", null);
    scope.addHook("onRequest", (request, _reply, done) => {
      const { token } = request.params as { token: string };
      const found = isWebhookToken(token) ? findDoor(tokenHash(token)) : undefined;
      if (found instanceof Promise) found.then((door) => enter(request, token, door, done), done);
      else enter(request, token, found, done);
    });
    scope.setErrorHandler((error, request) => {
      const fault = asFault(error);
      tools.onDelivery(fault instanceof Fault ? fault.code : "internal");
      if (request.delivery !== null && isToBeLogged(fault)) log(request, fault);
      throw fault;
    });
    scope.post(`${WEBHOOK_PATH}/:token`, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
      const { door, contentType } = request.delivery!;
      const bytes = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
      if (door.secret !== null) {
        requireSignature(secretOf(door), bytes, request.headers["x-signature"] as string | undefined);
      }
      reception.requireOpen(door);
      const raw = { bytes, contentType, contentEncoding: request.headers["content-encoding"] };
      const receipt = await reception.receive(door, raw, received(tools, request));
      if ("refusal" in receipt)
        throw Object.assign(faultOf(receipt.refusal), { isLogged: receipt.deliveryId !== null });
      tools.onDelivery(receipt.duplicate ? "duplicate" : "raised");
      const { id, code } = receipt.issue;
      const issue = { id, code, url: issueUrl(baseUrl, id) };
      const { duplicate } = receipt;
      return reply.status(duplicate ? 200 : 201).send(Buffer.from(presentReceipt(duplicate, issue)));
    });
  });
}

/** Finds a webhook by the hash of its token. What was found holds as long as nothing at all was committed since. */
function doors(reader: Reader): (hash: string) => Awaitable<WebhookDoor | undefined> {
  if (!reader.isLocal) return shareTurns(async (hash) => findDoorByToken(reader, hash));
  let stamp: number | null = null;
  const known = new Map<string, WebhookDoor>();
  return (hash) => {
    const now = reader.stamp();
    if (now !== stamp) known.clear();
    stamp = now;
    const door = known.get(hash) ?? (findDoorByToken(reader, hash) as WebhookDoor | undefined);
    if (door !== undefined) known.set(hash, door);
    return door;
  };
}

function enter(
  request: FastifyRequest,
  token: string,
  door: WebhookDoor | undefined,
  done: (error?: Error) => void,
): void {
  if (door === undefined) {
    done(noWebhook());
    return;
  }
  // Set aside: a type that can't be read must not keep the body from being read.
  const { headers } = request.raw;
  request.delivery = { door, token, contentType: headers["content-type"] };
  (headers as Record<string, string | undefined>)["content-type"] = undefined;
  if (door.enabled === 0) done(noWebhook());
  else done();
}

/** Throws `invalid_signature`. */
function requireSignature(secret: string, bytes: Buffer, header: string | undefined): void {
  if (isSignedWith(secret, bytes, header)) return;
  const message =
    header === undefined
      ? "This webhook takes signed deliveries only: send X-Signature: sha256= and the hex HMAC-SHA256 of the exact body, keyed with the signing secret."
      : "The signature is wrong: X-Signature must be sha256= and the hex HMAC-SHA256 of the exact bytes sent, keyed with the signing secret.";
  throw new Fault("invalid_signature", message);
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

function received({ clock, keepBodies }: WebhookTools, request: FastifyRequest) {
  const { token } = request.delivery!;
  const receivedAt = clock();
  if (!keepBodies) return { receivedAt, replayOf: null, headers: "{}", encoding: "none" as const, body: null };
  const headers = keptHeaders(request.raw.rawHeaders, token);
  const bytes = request.body as Buffer | undefined;
  const body = bytes === undefined ? { encoding: "none" as const, body: null } : keptBody(bytes, token);
  return { receivedAt, replayOf: null, headers, ...body };
}

function asFault(error: unknown): unknown {
  const isTooLarge = (error as { code?: string }).code === "FST_ERR_CTP_BODY_TOO_LARGE";
  return isTooLarge ? new Fault("too_large", "The body is too large: at most 1,048,576 bytes are accepted.") : error;
}

/** What has an entry already, or can't have one, is left out. */
function isToBeLogged(fault: unknown): fault is Fault {
  return fault instanceof Fault && fault.code !== "unavailable" && !(fault as { isLogged?: boolean }).isLogged;
}

/** Logs refusals after they were answered, so many an hour for each app, and so many bytes of bodies. */
function refusalLog(tools: WebhookTools): (request: FastifyRequest, fault: Fault) => void {
  let hour = 0;
  const kept = new Map<string, { entries: number; bytes: number }>();
  return (request, { code, message }) => {
    const { appId } = request.delivery!.door;
    const { start } = windowAt(tools.clock(), HOUR_MS);
    if (start !== hour) kept.clear();
    hour = start;
    const sum = kept.get(appId) ?? { entries: 0, bytes: 0 };
    kept.set(appId, sum);
    if (++sum.entries > MAX_LOGGED) return;
    sum.bytes += (request.body as Buffer | undefined)?.length ?? 0;
    const whole = received(tools, request);
    const entry = sum.bytes <= MAX_LOGGED_BYTES ? whole : { ...whole, encoding: "none" as const, body: null };
    const refused = { received: entry, appId, status: STATUS[code], refusal: { code, message } };
    setImmediate(() => void tools.performer.perform("logDelivery", refused).catch(() => {}));
  };
}
