// Hands one message over to a mail server: connects, encrypts, signs in, and waits until it is accepted. Whoever asks is told each step.
import { isIP } from "node:net";
import SMTPConnection, { type SMTPConnectionOptions } from "nodemailer/lib/smtp-connection";
import { oneLine } from "../text/text.ts";

export interface SmtpServer {
  host: string;
  port: number;
  /** Whether the connection is encrypted from the first byte on. */
  secure: boolean;
  /** Without `secure`, whether encryption must begin before anything is said, may begin, or must not. */
  startTls: "required" | "optional" | "off";
  user: string | null;
  password: string | null;
}

export interface Envelope {
  from: string;
  to: string;
}

/** The steps of sending, in order. */
export const SMTP_STEPS = ["connect", "tls", "sign_in", "accept"] as const;
export type SmtpStep = (typeof SMTP_STEPS)[number];

/** `answer` is what the mail server said, or how the connection ended. */
export class SmtpFailure extends Error {
  readonly step: SmtpStep;
  /** The code of the server's answer; null if it gave none. */
  readonly code: number | null;
  readonly answer: string;

  constructor(step: SmtpStep, code: number | null, answer: string) {
    super(`${step}: ${answer}`);
    this.step = step;
    this.code = code;
    this.answer = answer;
  }
}

interface Handover {
  server: SmtpServer;
  envelope: Envelope;
  message: Buffer;
  /** The name with which we introduce ourselves. */
  name: string;
  /** The time for all steps together. */
  timeoutMs: number;
  signal?: AbortSignal;
  /** Called after each step, with a word about it. */
  onStep?(step: SmtpStep, about: string): void;
}

const MAX_ANSWER = 300;

/** Gives what the server said when it accepted the message. Throws `SmtpFailure`. */
export async function handOver(handover: Handover): Promise<string> {
  const { server, timeoutMs, signal } = handover;
  const connection = new SMTPConnection(optionsOf(handover));
  let at: SmtpStep = server.secure ? "tls" : "connect";
  let fail: (error: Error) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  // Whoever waits is told by then, whatever the server does.
  const end = (why: string) => () => fail(Object.assign(new Error(why), { code: "ETIMEDOUT" }));
  const timer = setTimeout(end(`nothing came of it within ${timeoutMs / 1_000} s`), timeoutMs);
  const onAbort = end("this server is stopping");
  signal?.addEventListener("abort", onAbort, { once: true });
  // This hears, too, what happens after a step has failed: nobody else would.
  connection.on("error", (error) => fail(error));
  connection.once("end", () => fail(new Error("the server closed the connection")));
  const go = (step: SmtpStep) => {
    at = step;
  };
  try {
    return await Promise.race([converse(connection, handover, go), failed]);
  } catch (error) {
    throw failureOf(error as SmtpProblem, at);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
    connection.close();
  }
}

async function converse(
  connection: SMTPConnection,
  { server, envelope, message, onStep }: Handover,
  go: (step: SmtpStep) => void,
): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    connection.connect((error) => (error ? reject(error) : resolve()));
  });
  onStep?.("connect", `${server.host}:${server.port}`);
  onStep?.("tls", connection.secure ? "the connection is encrypted" : "the connection is not encrypted");
  const { user, password } = server;
  if (user !== null) {
    go("sign_in");
    await new Promise<void>((resolve, reject) => {
      connection.login({ user, pass: password ?? "" }, (error) => (error ? reject(error) : resolve()));
    });
  }
  onStep?.("sign_in", user === null ? "not asked for" : `as ${user}`);
  go("accept");
  const response = await new Promise<string>((resolve, reject) => {
    connection.send(envelope, message, (error, info) => (error ? reject(error) : resolve(info?.response ?? "")));
  });
  onStep?.("accept", shown(response));
  return shown(response);
}

/** A host as it is named in greeting a mail server, many of which refuse an address that does not stand in brackets (RFC 5321, 4.1.3). */
export function greetingName(host: string): string {
  const bare = host.replace(/^\[|\]$/g, "");
  const kind = isIP(bare);
  if (kind === 0) return host;
  return kind === 4 ? `[${bare}]` : `[IPv6:${bare}]`;
}

function optionsOf({ server, name, timeoutMs }: Handover): SMTPConnectionOptions {
  const { host, port, secure, startTls } = server;
  return {
    host,
    port,
    secure,
    name: greetingName(name),
    requireTLS: !secure && startTls === "required",
    ignoreTLS: startTls === "off",
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    maxResponseSize: 65_536,
    // A mail server may stand beside this one, or be a test's own.
    allowInternalNetworkInterfaces: true,
    tls: { minVersion: "TLSv1.2" },
  };
}

type SmtpProblem = Error & { code?: string; responseCode?: number; response?: string; command?: string };

/** Errors that only encryption can cause. */
const OF_TLS = /certificate|SSL|TLS|handshake|self.signed|altname/i;

function failureOf(error: SmtpProblem, at: SmtpStep): SmtpFailure {
  const isTls = error.code === "ETLS" || error.command === "STARTTLS" || OF_TLS.test(error.message);
  const isBeforeSignIn = at === "connect" || at === "tls";
  const isReached = !/ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EDNS|EHOSTUNREACH|ENETUNREACH/.test(
    `${error.code} ${error.message}`,
  );
  const step = !isBeforeSignIn ? at : isTls && isReached ? "tls" : "connect";
  return new SmtpFailure(step, error.responseCode ?? null, shown(error.response || error.message));
}

function shown(answer: string): string {
  return oneLine(answer).slice(0, MAX_ANSWER);
}
