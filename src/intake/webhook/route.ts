// The incoming webhook: POST /api/integrations/webhook/<token>. A delivery goes through this file from top to bottom. Its
// webhook is found before its body is read; then it is held against the refusals in their order (domain/webhook/refusals.ts),
// received, and answered.
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
    scope.addHook("onRequest", begin);
    scope.post(`${WEBHOOK_PATH}/:token`, { bodyLimit: MAX_DELIVERY_BYTES }, decideAnew);
    scope.setErrorHandler(refuse);
  });

  /** Finds the webhook. If all of the body has come, the delivery is decided at once, else once the framework has read it. */
  function begin(request: FastifyRequest, reply: FastifyReply, readOn: (error?: Error) => void): void {
    const { token } = request.params as { token: string };
    const wasThere = isBodyThere(request);
    const found = findWebhook(token);
    // Taken before the database answers, because the sender may be gone by then.
    const body = wasThere && found instanceof Promise ? takeBody(request) : undefined;
    const goOn = (webhook: WebhookEndpoint | undefined) => {
      if (webhook === undefined) {
        refuse(NO_WEBHOOK, request, reply);
        return;
      }
      request.delivery = { token, webhook, contentType: request.raw.headers["content-type"] };
      const refusal = refusalUnread(webhook, request);
      if (refusal !== null) refuse(refusal, request, reply);
      else if (isBodyThere(request)) {
        request.body = body ?? takeBody(request);
        if (wasThere) decide(webhook, request, reply);
        else decideAnew(request, reply);
      } else {
        leaveToFramework(request);
        readOn();
      }
    };
    if (found instanceof Promise) found.then(goOn).catch(readOn);
    else goOn(found);
  }

  /** What a delivery can be refused with before its body is read. For a flood that is all, once the log keeps no more of it. */
  function refusalUnread(webhook: WebhookEndpoint, request: FastifyRequest): Fault | null {
    if (webhook.enabled === 0) return NO_WEBHOOK;
    if (!log.isFull(webhook.appId) || mayBeTooLarge(request)) return null;
    if (webhook.secret === null) return receiver.refusalBeforeReading(webhook);
    return unreadSignatureRefusal(request.headers["x-signature"]);
  }

  /** The webhook may have changed while the body came: it is found again, together with those of other deliveries that are there now. */
  function decideAnew(request: FastifyRequest, reply: FastifyReply): void {
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
    ticks.join(work, { connection: request.raw.socket, who: () => token });
  }

  function decide(webhook: WebhookEndpoint | undefined, request: FastifyRequest, reply: FastifyReply): void {
    if (webhook === undefined) request.delivery = null;
    else request.delivery!.webhook = webhook;
    const refusal = webhook === undefined ? NO_WEBHOOK : refusalRead(webhook, request);
    if (refusal !== null) refuse(refusal, request, reply);
    else receive(request, reply).catch((error) => refuse(error, request, reply));
  }

  /** What a delivery is refused with once its body is there, before that is understood. */
  function refusalRead(webhook: WebhookEndpoint, request: FastifyRequest): Fault | null {
    if (webhook.enabled === 0) return NO_WEBHOOK;
    const refusal = secrets.refusalOf(webhook, bytesOf(request), request.headers["x-signature"]);
    return refusal ?? receiver.refusalBeforeReading(webhook);
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

/** What the log has already, or what can't be logged while the database fails, is left out. */
function isToBeLogged(fault: unknown): fault is Fault {
  return fault instanceof Fault && fault.code !== "unavailable" && !(fault instanceof LoggedRefusal);
}
