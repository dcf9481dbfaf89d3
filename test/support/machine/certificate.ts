// Certificates for tests, made on the spot: any name, any time, signed by themselves.
import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

export interface Certificate {
  key: string;
  cert: string;
}

const HOUR = 3_600_000;
const ECDSA_SHA256 = sequence(tlv(0x06, Buffer.from("2a8648ce3d040302", "hex")));
const COMMON_NAME = tlv(0x06, Buffer.from("550403", "hex"));
const ALTERNATIVE_NAMES = tlv(0x06, Buffer.from("551d11", "hex"));

/** A certificate for the name, or for the IPv4 address, that is valid for an hour around now plus `shift`. */
export function makeCertificate(host: string, shift = 0): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = sequence(tlv(0x31, sequence(COMMON_NAME, tlv(0x0c, Buffer.from(host)))));
  const now = Date.now() + shift;
  const content = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_SHA256,
    name,
    sequence(time(now - HOUR / 2), time(now + HOUR / 2)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    tlv(0xa3, sequence(sequence(ALTERNATIVE_NAMES, tlv(0x04, sequence(alternative(host)))))),
  );
  const signature = sign("sha256", content, privateKey);
  const whole = sequence(content, ECDSA_SHA256, tlv(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${whole.toString("base64")}\n-----END CERTIFICATE-----\n`,
  };
}

function alternative(host: string): Buffer {
  const parts = host.split(".").map(Number);
  return parts.some(Number.isNaN) ? tlv(0x82, Buffer.from(host)) : tlv(0x87, Buffer.from(parts));
}

function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/\D/g, "").slice(2, 14);
  return tlv(0x17, Buffer.from(`${digits}Z`));
}

function sequence(...parts: Buffer[]): Buffer {
  return tlv(0x30, Buffer.concat(parts));
}

function tlv(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
