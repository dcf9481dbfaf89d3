// Secrets at rest: readable only with the server's key, and only in the place they were written for.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Names the key and the form, so that another can follow. */
const PREFIX = "k1:";
const ALGORITHM = "aes-256-gcm";
const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;

/** Encrypts text for one context (say, table, row and column); it is read again only in the same context. */
export interface Cipher {
  encrypt(context: string, text: string): string;
  /** Throws when anything was changed, moved to another context, or written with another key. */
  decrypt(context: string, text: string): string;
}

export function createCipher(secret: string, purpose: string): Cipher {
  const key = Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
  return {
    encrypt(context, text) {
      const nonce = randomBytes(NONCE_LENGTH);
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_LENGTH });
      cipher.setAAD(Buffer.from(context, "utf8"));
      const hidden = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return PREFIX + Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString("base64url");
    },
    decrypt(context, text) {
      const bytes = readBytes(text);
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_LENGTH), { authTagLength: TAG_LENGTH });
      decipher.setAAD(Buffer.from(context, "utf8"));
      decipher.setAuthTag(bytes.subarray(NONCE_LENGTH, NONCE_LENGTH + TAG_LENGTH));
      const open = decipher.update(bytes.subarray(NONCE_LENGTH + TAG_LENGTH));
      try {
        return Buffer.concat([open, decipher.final()]).toString("utf8");
      } catch {
        throw unreadable();
      }
    },
  };
}

/** Decoding skips junk: only the one canonical spelling is accepted. */
function readBytes(text: string): Buffer {
  const spelled = text.slice(PREFIX.length);
  const bytes = Buffer.from(spelled, "base64url");
  const whole = text.startsWith(PREFIX) && bytes.length >= NONCE_LENGTH + TAG_LENGTH;
  if (!whole || bytes.toString("base64url") !== spelled) throw unreadable();
  return bytes;
}

function unreadable(): Error {
  return new Error("A stored secret can't be read: it was changed, or written with another secret key.");
}

/** A cipher for a rotation: it reads what either key wrote, and `usesFormer` says which one writes. */
export function eitherCipher(next: Cipher, former: Cipher, usesFormer: () => boolean): Cipher {
  return {
    encrypt: (context, text) => (usesFormer() ? former : next).encrypt(context, text),
    decrypt(context, text) {
      try {
        return next.decrypt(context, text);
      } catch {
        return former.decrypt(context, text);
      }
    },
  };
}

/** Whether a text was encrypted with this key, for this context. */
export function isWrittenWith(cipher: Cipher, context: string, text: string): boolean {
  try {
    cipher.decrypt(context, text);
    return true;
  } catch {
    return false;
  }
}
