// The incoming webhook: POST /api/integrations/webhook/<token>. A delivery goes through this file from top to bottom: its
// webhook is found before its body is read; it is decided (decide-delivery.ts), and
// answered. Whatever refuses it leads to `refuse`, at the end.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { DeliveryAnswer } from "../../actions/webhook/receive-delivery.ts";
import { Fault } from "../../domain/fault.ts";
import { MAX_DELIVERY_BYTES } from "../../domain/limits.ts";
import { LoggedRefusal, refusedWith, TOO_LARGE } from "../../domain/webhook/refusals.ts";
import { WEBHOOK_PATH } from "../../domain/webhook/webhook-secrets.ts";
import type { Performer } from "../../engine/performer.ts";
import type { TickBatcher } from "../../lib/async/tick-batcher.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Reader } from "../../storage/database/database.ts";
import type { Received } from "../../storage/webhook/deliveries.ts";
import type { WebhookEndpoint } from "../../storage/webhook/webhooks.ts";
import { DELIVERY_STATUSES } from "../../wire/error-statuses.ts";
import { presentDeliveryAnswer } from "../../wire/webhook/delivery-answer.ts";
import { type DecideDeps, deliveryDecider } from "./decide-delivery.ts";
import { webhookFinder } from "./find-webhook.ts";
import { bodyOf, bytesOf, isBodyThere, isTooLarge, leaveToFramework, mayBeTooLarge, takeBody } from "./read-body.ts";
import { redact } from "./redact.ts";
import { refusalLog } from "./refusal-log.ts";

export interface WebhookDeps extends DecideDeps {
  reader: Reader;
  ticks: TickBatcher;
  performer: Performer;
  clock: Clock;
  baseUrl: string;
  /** Whether the log keeps bodies. */
  keepBodies: boolean;
  /** Called with each delivery's outcome: `raised`, `duplicate`, `fixed`, `ignored`, or the code of a refusal. */
  onDelivery(outcome: string): void;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Null until the webhook of a delivery was found. */
    delivery: { token: string; webhook: WebhookEndpoint; contentType: string | undefined } | null;
  }
}

export function mountWebhook(server: FastifyInstance, deps: WebhookDeps): void {
  const { ticks, clock, keepBodies } = deps;
  const findWebhook = webhookFinder(deps.reader);
  const decider = deliveryDecider(deps);
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
        ticks.noteGroup(token, webhook.workspaceId);
        request.delivery = { token, webhook, contentType: request.raw.headers["content-type"] };
      }
      // Once the log keeps no more of an app's refusals, more of them are a flood.
      const isFlood = ({ appId }: WebhookEndpoint) => log.isFull(appId) && !mayBeTooLarge(request);
      const refusal = decider.refusalBeforeBody(webhook, request.headers["x-signature"], isFlood);
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
    ticks.join(work, { connection: request.raw.socket, who: () => token });
  }

  function decide(webhook: WebhookEndpoint | undefined, request: FastifyRequest, reply: FastifyReply): void {
    if (webhook === undefined) request.delivery = null;
    else request.delivery!.webhook = webhook;
    const decided = decider.decide(webhook, {
      bytes: bytesOf(request),
      contentType: request.delivery?.contentType,
      contentEncoding: request.headers["content-encoding"],
      signature: request.headers["x-signature"],
      received: () => received(request),
    });
    if (decided instanceof Fault) refuse(decided, request, reply);
    else decided.then((answer) => send(answer, reply)).catch((error) => refuse(error, request, reply));
  }

  function send(answer: DeliveryAnswer, reply: FastifyReply): void {
    if ("refusal" in answer) throw refusedWith(answer.refusal, answer.deliveryId !== null);
    deps.onDelivery(answer.outcome);
    reply.status(DELIVERY_STATUSES[answer.outcome]).send(presentDeliveryAnswer(answer, deps.baseUrl));
  }

  /** Calls the server's error handler directly: the framework's way there costs as much as the refusal, which matters in a flood. */
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
