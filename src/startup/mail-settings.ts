// The settings of mail: the mail server as one address, and whom mails are from. Both or neither: without them no mail is sent.
import type { Mailbox } from "../lib/formats/mime-message.ts";
import { bareHost } from "../lib/network/public-address.ts";
import type { SmtpServer } from "../lib/network/smtp.ts";
import { ConfigError } from "./config-error.ts";
import { type Environment, readSecret } from "./read-secret.ts";

export interface MailSettings {
  smtp: SmtpServer;
  from: Mailbox;
}

const FORM = "smtp://user:password@host:587 or smtps://user:password@host:465";
const TLS = ["required", "optional", "off"] as const;

export function readMailSettings(env: Environment): MailSettings | null {
  const url = readSecret(env, "RETEST_SMTP_URL");
  const from = env.RETEST_MAIL_FROM?.trim() || undefined;
  if (url === undefined && from === undefined) return null;
  if (from === undefined) throw new ConfigError("RETEST_MAIL_FROM must be given with RETEST_SMTP_URL.");
  if (url === undefined) throw new ConfigError("RETEST_SMTP_URL must be given with RETEST_MAIL_FROM.");
  return { smtp: readSmtpUrl(url), from: readFrom(from) };
}

/** No sentence shows the address: a password may be in it. */
function readSmtpUrl(text: string): SmtpServer {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isKnown = url !== null && (url.protocol === "smtp:" || url.protocol === "smtps:") && url.hostname !== "";
  if (!isKnown || (url.pathname !== "" && url.pathname !== "/") || url.hash !== "") {
    throw new ConfigError(
      `RETEST_SMTP_URL must be of the form ${FORM}; what stands for something else in an address must be written as %xx.`,
    );
  }
  const secure = url.protocol === "smtps:";
  const host = bareHost(url);
  const user = decoded(url.username);
  if (user === "" && url.password !== "") {
    throw new ConfigError("RETEST_SMTP_URL has a password but no user name.");
  }
  return {
    host,
    port: url.port === "" ? (secure ? 465 : 587) : Number(url.port),
    secure,
    startTls: readTls(url, host),
    user: user === "" ? null : user,
    password: user === "" ? null : decoded(url.password),
  };
}

/** When TLS begins. By default only a server on this machine is spoken to without encryption. */
function readTls(url: URL, host: string): SmtpServer["startTls"] {
  const given = url.searchParams.get("tls");
  const others = [...url.searchParams.keys()].filter((name) => name !== "tls");
  const tls = TLS.find((known) => known === given);
  if (others.length > 0 || (given !== null && tls === undefined) || (given !== null && url.protocol === "smtps:")) {
    throw new ConfigError(
      "RETEST_SMTP_URL may end with ?tls=required, ?tls=optional or ?tls=off (smtp:// only), and with nothing else.",
    );
  }
  return tls ?? (/^(localhost|127(\.\d+){3}|::1)$/.test(host) ? "optional" : "required");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ConfigError("RETEST_SMTP_URL has a % that must be written as %25.");
  }
}

/** `name@example.com`, or `Name <name@example.com>`. */
function readFrom(text: string): Mailbox {
  const [, quoted, plain, inBrackets, bare] =
    /^(?:(?:"([^"<>\r\n]*)"|([^"<>\r\n]*?))\s*<([^<>\s]+)>|([^<>\s]+))$/.exec(text) ?? [];
  const address = inBrackets ?? bare ?? "";
  // Control characters are never part of either.
  if (!/^[^\s@<>,;:"()]+@[^\s@<>,;:"()]+$/.test(address) || /\p{Cc}/u.test(text)) {
    throw new ConfigError(
      `RETEST_MAIL_FROM must be of the form name@example.com or Name <name@example.com>, not ${JSON.stringify(text)}.`,
    );
  }
  return { name: quoted ?? plain ?? null, address };
}
