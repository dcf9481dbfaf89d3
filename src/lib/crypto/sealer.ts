// Sealed values: opaque to whoever carries them, and refused when anything about them was changed.
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

const MAC_LENGTH = 16;

/** Seals text for one purpose and one context; `open` gives it back only for the same context. */
export interface Sealer {
  seal(context: string, payload: string): string;
  open(context: string, sealed: string): string | undefined;
}

export function createSealer(secret: string, purpose: string): Sealer {
  const key = Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
  const mac = (context: string, payload: Buffer) =>
    createHmac("sha256", key).update(context).update("\0").update(payload).digest().subarray(0, MAC_LENGTH);
  return {
    seal(context, payload) {
      const bytes = Buffer.from(payload, "utf8");
      return Buffer.concat([mac(context, bytes), bytes]).toString("base64url");
    },
    open(context, sealed) {
      const bytes = Buffer.from(sealed, "base64url");
      // Decoding skips junk: only the one canonical spelling is accepted.
      if (bytes.length < MAC_LENGTH || bytes.toString("base64url") !== sealed) return undefined;
      const payload = bytes.subarray(MAC_LENGTH);
      if (!timingSafeEqual(bytes.subarray(0, MAC_LENGTH), mac(context, payload))) return undefined;
      return payload.toString("utf8");
    },
  };
}

/** A sealer for a rotation: it opens what either key sealed, and `usesFormer` says which one seals. */
export function eitherSealer(next: Sealer, former: Sealer, usesFormer: () => boolean): Sealer {
  return {
    seal: (context, payload) => (usesFormer() ? former : next).seal(context, payload),
    open: (context, sealed) => next.open(context, sealed) ?? former.open(context, sealed),
  };
}
