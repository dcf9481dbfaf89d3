// Asks a server over HTTP, as a CI job does: tries again when that may help, and waits as long as the server wants.
import { setTimeout as sleep } from "node:timers/promises";
import { Fault } from "../../domain/fault.ts";
import { systemClock } from "../../lib/clock.ts";
import { readSecret } from "../../startup/read-secret.ts";
import { type Flags, UsageError } from "../command.ts";
import type { Terminal } from "../terminal.ts";

export interface Remote {
  /** The server's address without a slash at its end. */
  url: string;
  key: string;
  /** Called with the reason for another try. */
  tell(words: string): void;
}

export const REMOTE_FLAGS = { url: { type: "string" }, key: { type: "string" } } as const;
export const REMOTE_DETAILS =
  "--url      address of the server; by default RETEST_URL\n--key      an API key; by default RETEST_API_KEY, which other users of the machine can't see, or the file that RETEST_API_KEY_FILE names";

/** `--url` and `--key`, or what the environment says. Throws a `UsageError`, or a `ConfigError` for a file that can't be read. */
export function requireRemote({ values }: Flags, { env, say }: Terminal): Remote {
  const url = (values.url as string | undefined) ?? env.RETEST_URL ?? "";
  const key = (values.key as string | undefined) ?? readSecret(env, "RETEST_API_KEY") ?? "";
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new UsageError("Name the server: --url or RETEST_URL, an http or https address.");
  }
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new UsageError("Give an API key: --key, RETEST_API_KEY, or a file that RETEST_API_KEY_FILE names.");
  return { url: url.replace(/\/+$/, ""), key, tell: say };
}

export interface ServerRequest {
  method: string;
  /** The path of the request, below /api/v1. */
  path: string;
  body?: Buffer;
  headers?: Record<string, string>;
  /** Hears how much of the body was sent, again from the beginning for each attempt. */
  sent?(bytes: number): void;
}

export interface ServerAnswer {
  status: number;
  type: string;
  bytes: Buffer;
  /** The parsed answer; null where it is no JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer of the server, whichever it is
  body: any;
}

export interface RetryPolicy {
  attempts: number;
  /** The first wait where the server names none; each further one is twice as long. */
  waitMs: number;
  /** The longest pause, whatever the server asks for. */
  mostMs: number;
}

const DEFAULT_RETRIES: RetryPolicy = { attempts: 6, waitMs: 1_000, mostMs: 120_000 };
/** Whoever waits for a release is better told soon. */
export const FEW_RETRIES: RetryPolicy = { attempts: 4, waitMs: 500, mostMs: 60_000 };
const ANSWER_WITHIN_MS = 120_000;

/** What the server says in the end. Throws `unavailable` when it can't be reached. */
export async function askServer(
  { url, key, tell }: Remote,
  { method, path, body, headers, sent }: ServerRequest,
  retries = DEFAULT_RETRIES,
): Promise<ServerAnswer> {
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt === retries.attempts;
    const backoff = Math.min(retries.waitMs * 2 ** (attempt - 1), retries.mostMs);
    try {
      const response = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, ...headers },
        ...(body === undefined ? {} : bodyFor(body, sent)),
        redirect: "manual",
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      requireHere(url, response);
      const answered = await read(response);
      if (isLast || !isPassing(response.status)) return answered;
      const wait = waitOf(response.headers.get("retry-after"), backoff);
      if (wait > retries.mostMs) return answered;
      tell(`${response.status}; trying again in ${seconds(wait)}`);
      await sleep(wait);
    } catch (error) {
      if (error instanceof Fault) throw error;
      const cause = (error as Error).cause as NodeJS.ErrnoException | undefined;
      const why = cause?.code ?? cause?.message ?? (error as Error).message;
      if (isLast) throw new Fault("unavailable", `${url} can't be reached (${why}).`);
      tell(`can't be reached (${why}); trying again in ${seconds(backoff)}`);
      await sleep(backoff);
    }
  }
}

const PIECE = 65_536;

/** A request's body; to report progress it is sent in pieces. */
function bodyFor(body: Buffer, sent?: (bytes: number) => void): RequestInit {
  if (sent === undefined) return { body };
  let at = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at < body.length) controller.enqueue(body.subarray(at, at + PIECE));
      at = Math.min(at + PIECE, body.length);
      sent(at);
      if (at === body.length) controller.close();
    },
  });
  return { body: stream, duplex: "half" } as RequestInit;
}

async function read(response: Response): Promise<ServerAnswer> {
  const { status, headers } = response;
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status, type: headers.get("content-type") ?? "", bytes, body: parsed(bytes.toString()) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The `data` of an answer. Throws a fault in the server's own words where it refuses. */
// biome-ignore lint/suspicious/noExplicitAny: an answer of the server, whichever it is
export function requireData({ url }: Remote, { status, body }: ServerAnswer): any {
  if (status < 300 && body?.data !== undefined) return body.data;
  const words = body?.error?.message ?? "this is not an answer of Retest. Is the address right?";
  throw new Fault("unavailable", `${url} answered ${status}: ${words}`);
}

/** What the server has, or does, at once. Throws a fault in its own words. */
export async function askForData(remote: Remote, request: ServerRequest) {
  return requireData(remote, await askServer(remote, request, FEW_RETRIES));
}

/** The key is for this server alone, so nobody is followed elsewhere. Throws `unavailable`. */
function requireHere(url: string, { status, headers }: Response): void {
  if (status < 300 || status >= 400) return;
  const where = headers.get("location") ?? "somewhere else";
  throw new Fault("unavailable", `${url} answers ${status} and redirects to ${where}: give the server's own address.`);
}

/** Whether another try may succeed. */
function isPassing(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** The pause that Retry-After asks for, in seconds or as a date. */
function waitOf(retryAfter: string | null, otherwise: number): number {
  if (retryAfter === null) return otherwise;
  if (/^\d{1,9}$/.test(retryAfter.trim())) return Number(retryAfter) * 1_000;
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? otherwise : Math.max(0, at - systemClock());
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}
