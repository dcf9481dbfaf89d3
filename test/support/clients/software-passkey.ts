// A passkey made of software: what a browser and its authenticator would bring back, with anything about it made wrong on demand.
import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";

const ORIGIN = "http://localhost:3000";
const PRESENT = 0x01;
const WITH_KEY = 0x40;

/** What is not as it should be. */
export interface Wrong {
  origin?: string;
  host?: string;
  challenge?: string;
  type?: string;
  counter?: number;
}

export class SoftwarePasskey {
  readonly id = randomBytes(16).toString("base64url");
  /** How often it has signed; 0 stays 0 for one that doesn't count. */
  counter: number;
  private readonly keys = generateKeyPairSync("ec", { namedCurve: "P-256" });

  constructor(counter = 0) {
    this.counter = counter;
  }

  make(challenge: string, wrong: Wrong = {}) {
    const { x, y } = this.keys.publicKey.export({ format: "jwk" });
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x!, "base64url")],
      [-3, Buffer.from(y!, "base64url")],
    ]);
    const id = Buffer.from(this.id, "base64url");
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(key)]);
    const authData = Buffer.concat([this.head(PRESENT | WITH_KEY, wrong), attested]);
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", authData],
    ]);
    return {
      id: this.id,
      clientDataJSON: clientData("webauthn.create", challenge, wrong).toString("base64url"),
      attestationObject: cbor(attestation).toString("base64url"),
      transports: ["internal"],
    };
  }

  sign(challenge: string, wrong: Wrong = {}) {
    if (this.counter > 0) this.counter++;
    const authenticatorData = this.head(PRESENT, wrong);
    const data = clientData("webauthn.get", challenge, wrong);
    const signed = Buffer.concat([authenticatorData, createHash("sha256").update(data).digest()]);
    return {
      id: this.id,
      clientDataJSON: data.toString("base64url"),
      authenticatorData: authenticatorData.toString("base64url"),
      signature: createSign("sha256").update(signed).sign(this.keys.privateKey).toString("base64url"),
    };
  }

  private head(flags: number, { host = "localhost", counter = this.counter }: Wrong): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([createHash("sha256").update(host).digest(), Buffer.from([flags]), count]);
  }
}

function clientData(type: string, challenge: string, wrong: Wrong): Buffer {
  const data = { type: wrong.type ?? type, challenge: wrong.challenge ?? challenge, origin: wrong.origin ?? ORIGIN };
  return Buffer.from(JSON.stringify({ ...data, crossOrigin: false }));
}

/** As much of CBOR as there is in a passkey. */
function cbor(value: unknown): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)]);
}

function head(kind: number, n: number): Buffer {
  const major = kind << 5;
  return n < 24
    ? Buffer.from([major | n])
    : n < 256
      ? Buffer.from([major | 24, n])
      : Buffer.from([major | 25, n >> 8, n & 255]);
}
