// How PostgreSQL is reached, read from one address: one host or several, with or without TLS, through a pooler or not.
import { readFileSync } from "node:fs";
import type { ConnectionOptions } from "node:tls";
import type pg from "pg";

export interface PostgresAddress {
  /** The servers that may be the primary, as the driver takes each. */
  hosts: readonly pg.ClientConfig[];
  /** A pooler hands a connection from one transaction to the next: nothing that a connection remembers can be relied on. */
  isPooled: boolean;
}

const FORM =
  "must be of the form postgres://user:password@host:port/database, with commas between several hosts, or be left out for the embedded database";
/** `require` verifies the certificate, too: whoever wants to be sure of nothing must say so. */
const TLS_MODES = ["disable", "prefer", "require", "verify-ca", "verify-full", "no-verify"];
const FILES = { sslrootcert: "ca", sslcert: "cert", sslkey: "key" } as const;
/** Parameters of the address that this program reads itself and doesn't pass to the driver. */
const OURS = ["pooler", "target_session_attrs", "ssl", "sslmode", ...Object.keys(FILES)];

/** A text says what is wrong with it, as the end of a sentence that begins with its name. It shows nothing of the address. */
export function readPostgresAddress(url: string): PostgresAddress | string {
  const [, scheme, userInfo = "", named, rest = ""] =
    /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/.exec(url) ?? [];
  const urls = (named ?? "").split(",").map((host) => `${scheme}${userInfo}${host}${rest}`);
  if (named === undefined || !urls.every((one) => URL.canParse(one))) return FORM;
  if (urls.length > 1 && named.split(",").includes("")) return FORM;
  const { searchParams: given } = new URL(urls[0]!);
  const wrong =
    wrongValue(given, "pooler", ["transaction"]) ??
    wrongValue(given, "target_session_attrs", ["any", "read-write", "primary"]) ??
    wrongValue(given, "ssl", ["true", "1", "false", "0"]) ??
    wrongValue(given, "sslmode", TLS_MODES);
  if (wrong !== undefined) return wrong;
  const ssl = readTls(given);
  if (typeof ssl === "string") return ssl;
  const hasOurs = OURS.some((name) => given.has(name));
  return {
    hosts: urls.map((one) => ({
      connectionString: hasOurs ? withoutOurs(one) : one,
      ...(ssl === null ? {} : { ssl }),
    })),
    isPooled: given.has("pooler"),
  };
}

/** Reads an address that was already checked when the program started. */
export function postgresAddressOf(url: string): PostgresAddress {
  const address = readPostgresAddress(url);
  if (typeof address === "string") throw new Error(`The address of the database ${address}.`);
  return address;
}

function wrongValue(given: URLSearchParams, name: string, allowed: readonly string[]): string | undefined {
  const value = given.get(name);
  if (value === null || allowed.includes(value)) return undefined;
  const choice = allowed.length === 1 ? `${allowed[0]} or be left out` : `one of ${allowed.join(", ")}`;
  return `has a wrong parameter: ${name} must be ${choice}, not ${JSON.stringify(value)}`;
}

/** Null where the address says nothing of it. */
function readTls(given: URLSearchParams): ConnectionOptions | false | null | string {
  const mode = given.get("sslmode");
  const files = Object.entries(FILES).filter(([name]) => given.has(name));
  const isOff = mode === "disable" || (mode === null && ["false", "0"].includes(given.get("ssl") ?? ""));
  if (isOff) return false;
  if (mode === null && files.length === 0 && !given.has("ssl")) return null;
  const tls: ConnectionOptions = {};
  for (const [name, option] of files) {
    const file = given.get(name)!;
    try {
      tls[option] = readFileSync(file, "utf8");
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return `has a wrong parameter: ${name} must be a file that can be read, not ${file} (${code})`;
    }
  }
  if (mode === "no-verify") tls.rejectUnauthorized = false;
  if (mode === "verify-ca") tls.checkServerIdentity = () => undefined;
  return tls;
}

function withoutOurs(url: string): string {
  const plain = new URL(url);
  for (const name of OURS) plain.searchParams.delete(name);
  return plain.href;
}
