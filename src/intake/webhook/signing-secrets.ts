// Whether a delivery is signed with the secret of its webhook. What is wrong is given back and not thrown: of all refusals
// these are the most likely to come as a flood.

import type { Fault } from "../../domain/fault.ts";
import { NOT_SIGNED, WRONGLY_SIGNED } from "../../domain/webhook/refusals.ts";
import { openSecret } from "../../domain/webhook/webhook-secrets.ts";
import { BoundedMap } from "../../lib/collections/bounded-map.ts";
import { isSignature, isSignedWith } from "../../lib/crypto/body-signature.ts";
import type { Cipher } from "../../lib/crypto/cipher.ts";
import type { WebhookEndpoint } from "../../storage/webhook/webhooks.ts";

const MAX_SECRETS = 1_000;

/** The value of the header X-Signature. */
export type Signature = string | string[] | undefined;

export class SigningSecrets {
  private readonly cipher: Cipher;
  /** Decrypted secrets by what the database keeps of them. */
  private readonly decrypted = new BoundedMap<string, string>(MAX_SECRETS);

  constructor(cipher: Cipher) {
    this.cipher = cipher;
  }

  /** `invalid_signature`, or null. */
  refusalOf(webhook: WebhookEndpoint, bytes: Buffer, signature: Signature): Fault | null {
    if (webhook.secret === null || isSignedWith(this.secretOf(webhook.appId, webhook.secret), bytes, signature)) {
      return null;
    }
    return wrongSignature(signature);
  }

  private secretOf(appId: string, secret: string): string {
    let plain = this.decrypted.get(secret);
    if (plain === undefined) {
      plain = openSecret(this.cipher, appId, secret);
      this.decrypted.set(secret, plain);
    }
    return plain;
  }
}

/** `invalid_signature` for a header that can't be any body's signature, or null. */
export function unreadSignatureRefusal(signature: Signature): Fault | null {
  return isSignature(signature) ? null : wrongSignature(signature);
}

function wrongSignature(signature: Signature): Fault {
  return signature === undefined ? NOT_SIGNED : WRONGLY_SIGNED;
}
