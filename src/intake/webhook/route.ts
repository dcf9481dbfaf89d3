// The incoming webhook: POST /api/integrations/webhook/<token>. A delivery goes through this file from top to bottom: its
// webhook is found before its body is read; it is held against the refusals in their order (domain/webhook/refusals.ts);
// it is received, and answered. Whatever refuses it leads to `refuse`, at the end.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Fault } from "../../domain/fault.ts";
import { MAX_DELIVERY_BYTES } from "../../domain/limits.ts";
import { LoggedRefusal, NO_WEBHOOK, refusedWith, TOO_LARGE } from "../../domain/webhook/refusals.ts";
import { WEBHOOK_PATH } from "../../domain/webhook/webhook-secrets.ts";
import type { Performer } from "../../engine/performer.ts";
import type { TickBatcher } from "../../lib/async/tick-batcher.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Cipher } from "../../lib/crypto/cipher.ts";
import type { Reader } from "../../storage/database/database.ts";
import type { Received } from "../../storage/webhook/deliveries.ts";
import type { WebhookEndpoint } from "../../storage/webhook/webhooks.ts";
import { DELIVERY_STATUS, presentDeliveryAnswer } from "../../wire/webhook/delivery-answer.ts";
import type { DeliveryReceiver } from "./delivery-receiver.ts";
import { webhookFinder } from "./find-webhook.ts";
import type { LimitWorkspace } from "./limit-deliveries.ts";
import { maskTokens } from "./mask-tokens.ts";
import { bodyOf, bytesOf, isBodyThere, isTooLarge, leaveToFramework, mayBeTooLarge, takeBody } from "./read-body.ts";
import { redact } from "./redact.ts";
import { refusalLog } from "./refusal-log.ts";
import { SigningSecrets, unreadSignatureRefusal } from "./signing-secrets.ts";

export interface WebhookDeps {
  reader: Reader;
  ticks: TickBatcher;
  performer: Performer;
  receiver: DeliveryReceiver;
  limitWorkspace: LimitWorkspace;
  cipher: Cipher;
  clock: Clock;
  baseUrl: string;
  /** Whether the log keeps what was sent. */
  keepBodies: boolean;
  /** Told what each delivery was answered: `raised`, `duplicate`, `fixed`, `ignored`, or the code of a refusal. */
  onDelivery(outcome: string): void;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Null until the webhook of a delivery was found. */
    delivery: { token: string; webhook: WebhookEndpoint; contentType: string | undefined } | null;
  }
}

export function mountWebhook(server: FastifyInstance, deps: WebhookDeps): void {
  const { receiver, ticks, clock, keepBodies } = deps;
  const findWebhook = webhookFinder(deps.reader);
  const secrets = new SigningSecrets(deps.cipher);
  const log = refusalLog(deps);

  server.register(async (scope) => {
    scope.decorateRequest("delivery", null);
    scope.addHook("onRequest", findThenDecide);
    scope.post(`${WEBHOOK_PATH}/:token`, { bodyLimit: MAX_DELIVERY_BYTES }, decideWithFreshWebhook);
    scope.setErrorHandler(refuse);
  });

  /**
   * Finds the webhook. If all of the body came with the headers, the delivery is decided at once; else once the body is
   * there, and then with the webhook as it is by that time.
   */
  function findThenDecide(request: FastifyRequest, reply: FastifyReply, readOn: (error?: Error) => void): void {
    const { token } = request.params as { token: string };
    const cameWhole = isBodyThere(request);
    const found = findWebhook(token);
    // Taken before the database answers, because the sender may be gone by then.
    const body = cameWhole && found instanceof Promise ? takeBody(request) : undefined;
    const goOn = (webhook: WebhookEndpoint | undefined) => {
      if (webhook !== undefined) {
        ticks.noteGroup(() => request.url, webhook.workspaceId);
        request.delivery = { token, webhook, contentType: request.raw.headers["content-type"] };
      }
      const refusal = isOn(webhook) ? refusalBeforeBody(webhook, request) : NO_WEBHOOK;
      if (refusal !== null) refuse(refusal, request, reply);
      else if (isBodyThere(request)) {
        request.body = body ?? takeBody(request);
        if (cameWhole) decide(webhook, request, reply);
        else decideWithFreshWebhook(request, reply);
      } else {
        leaveToFramework(request);
        readOn();
      }
    };
    if (found instanceof Promise) found.then(goOn).catch(readOn);
    else goOn(found);
  }

  /** A flood is refused without its bodies being read, where they decide nothing, once the log keeps no more of it. */
  function refusalBeforeBody(webhook: WebhookEndpoint, request: FastifyRequest): Fault | null {
    if (!log.isFull(webhook.appId) || mayBeTooLarge(request)) return null;
    if (webhook.secret === null) return receiver.refusalOfApp(webhook);
    return unreadSignatureRefusal(request.headers["x-signature"]);
  }

  /** The webhook may have changed while the body came: it is found again, together with those of other deliveries that are there now. */
  function decideWithFreshWebhook(request: FastifyRequest, reply: FastifyReply): void {
    const { token } = request.delivery!;
    const work = () => {
      try {
        const found = findWebhook(token);
        if (!(found instanceof Promise)) decide(found, request, reply);
        else found.then((webhook) => decide(webhook, request, reply)).catch((error) => refuse(error, request, reply));
      } catch (error) {
        refuse(error, request, reply);
      }
    };
    ticks.join(work, { connection: request.raw.socket, who: () => request.url });
  }

  function decide(webhook: WebhookEndpoint | undefined, request: FastifyRequest, reply: FastifyReply): void {
    if (webhook === undefined) request.delivery = null;
    else request.delivery!.webhook = webhook;
    const refusal = isOn(webhook) ? refusalBeforeParsing(webhook, request) : NO_WEBHOOK;
    if (refusal !== null) refuse(refusal, request, reply);
    else receive(request, reply).catch((error) => refuse(error, request, reply));
  }

  /** What a delivery is refused with once its bytes are there, before they are understood. */
  function refusalBeforeParsing(webhook: WebhookEndpoint, request: FastifyRequest): Fault | null {
    const refusal = secrets.refusalOf(webhook, bytesOf(request), request.headers["x-signature"]);
    return refusal ?? receiver.refusalOfApp(webhook) ?? deps.limitWorkspace(webhook);
  }

  async function receive(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { webhook, contentType } = request.delivery!;
    const bytes = maskTokens(bytesOf(request));
    const raw = { bytes, contentType, contentEncoding: request.headers["content-encoding"] };
    const answer = await receiver.receive(webhook, raw, received(request));
    if ("refusal" in answer) throw refusedWith(answer.refusal, answer.deliveryId !== null);
    deps.onDelivery(answer.outcome);
    reply.status(DELIVERY_STATUS[answer.outcome]).send(presentDeliveryAnswer(answer, deps.baseUrl));
  }

  /** Goes straight to the server's own handler: the framework's way there costs as much as the refusal, and there may be a flood. */
  function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const fault = isTooLarge(error) ? TOO_LARGE : error;
    deps.onDelivery(fault instanceof Fault ? fault.code : "internal");
    if (request.delivery !== null && isToBeLogged(fault)) {
      log.add(request.delivery.webhook.appId, fault, bytesOf(request).length, () => received(request));
    }
    server.errorHandler(fault as FastifyError, request, reply);
  }

  function received(request: FastifyRequest): Received {
    return redact(clock(), keepBodies ? { headers: request.raw.rawHeaders, body: bodyOf(request) } : null);
  }
}

/** One that is off is not found; but it is known, and so its log tells of what was refused. */
function isOn(webhook: WebhookEndpoint | undefined): webhook is WebhookEndpoint {
  return webhook !== undefined && webhook.enabled !== 0;
}

/** What the log has already, or what can't be logged while the database fails, is left out. */
function isToBeLogged(fault: unknown): fault is Fault {
  return fault instanceof Fault && fault.code !== "unavailable" && !(fault instanceof LoggedRefusal);
}
