// Decides what becomes of a delivery: goes through the refusals 1 to 5 in their order (domain/webhook/refusals.ts), and has what is left received.
import type { DeliveryAnswer } from "../../actions/webhook/receive-delivery.ts";
import type { Fault } from "../../domain/fault.ts";
import { NO_WEBHOOK } from "../../domain/webhook/refusals.ts";
import type { Cipher } from "../../lib/crypto/cipher.ts";
import type { Received } from "../../storage/webhook/deliveries.ts";
import type { WebhookEndpoint } from "../../storage/webhook/webhooks.ts";
import type { AppRefusals } from "./app-refusals.ts";
import type { DeliveryReceiver, RawDelivery } from "./delivery-receiver.ts";
import type { LimitWorkspace } from "./limit-deliveries.ts";
import { maskTokens } from "./mask-tokens.ts";
import { type Signature, SigningSecrets, unreadSignatureRefusal } from "./signing-secrets.ts";

export interface DecideDeps {
  cipher: Cipher;
  appRefusals: AppRefusals;
  limitWorkspace: LimitWorkspace;
  receiver: DeliveryReceiver;
}

/** A delivery whose bytes are there. */
export interface SentDelivery extends RawDelivery {
  signature: Signature;
  /** What the log stores of it. */
  received(): Received;
}

export interface DeliveryDecider {
  /** A flood (`isFlood` is asked of a webhook that is on) is refused without its bodies being read, where they decide nothing. */
  refusalBeforeBody(
    webhook: WebhookEndpoint | undefined,
    signature: Signature,
    isFlood: (webhook: WebhookEndpoint) => boolean,
  ): Fault | null;
  /** The answer may be a refusal, too: one that is logged with the delivery. Rejects with `in_progress`, `not_found`. */
  decide(webhook: WebhookEndpoint | undefined, sent: SentDelivery): Fault | Promise<DeliveryAnswer>;
}

export function deliveryDecider({ cipher, appRefusals, limitWorkspace, receiver }: DecideDeps): DeliveryDecider {
  const secrets = new SigningSecrets(cipher);

  return {
    refusalBeforeBody(webhook, signature, isFlood) {
      if (!isOn(webhook)) return NO_WEBHOOK;
      if (!isFlood(webhook)) return null;
      return webhook.secret === null ? appRefusals.refusalOf(webhook) : unreadSignatureRefusal(signature);
    },
    decide(webhook, sent) {
      if (!isOn(webhook)) return NO_WEBHOOK;
      return (
        secrets.refusalOf(webhook, sent.bytes, sent.signature) ??
        appRefusals.refusalOf(webhook) ??
        limitWorkspace(webhook) ??
        receive(webhook, sent)
      );
    },
  };

  async function receive(webhook: WebhookEndpoint, sent: SentDelivery): Promise<DeliveryAnswer> {
    const { contentType, contentEncoding } = sent;
    return receiver.receive(webhook, { bytes: maskTokens(sent.bytes), contentType, contentEncoding }, sent.received());
  }
}

/** One that is off is not found; but it is known, and so its log tells of what was refused. */
function isOn(webhook: WebhookEndpoint | undefined): webhook is WebhookEndpoint {
  return webhook !== undefined && webhook.enabled !== 0;
}
