// One call to a stranger's URL: one attempt, only to an address that was checked, and over after a few seconds.
import * as http from "node:http";
import * as https from "node:https";
import { isIP, type LookupFunction, type Socket, type TcpNetConnectOpts } from "node:net";
import { createSemaphore } from "../async/semaphore.ts";
import { type Clock, systemClock } from "../clock.ts";
import { bareHost, checkNotifyUrl } from "./public-address.ts";
import { type AddressLookup, mayReach, resolvePublic, systemLookup } from "./resolve-public.ts";

/** Bytes of an answer that are read by default. */
const MAX_ANSWER = 65_536;
/** How long one of several addresses may take to connect before the next is tried. */
const NEXT_ADDRESS_MS = 1_000;

export type CallResult =
  /** Answered with 2xx. */
  | "delivered"
  /** Answered with anything else; redirects are not followed. */
  | `http_${number}`
  | "timeout"
  | "invalid_url"
  | "private_address"
  | "unresolved"
  | "unreachable"
  | "refused"
  | "tls"
  | "reset"
  | "bad_answer"
  | "failed";

export interface Outgoing {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: Buffer | null;
  /** The call isn't begun after this time: it waited in line for too long. */
  until?: number;
}

export interface CallOutcome {
  outcome: CallResult;
  /** The status that was answered, also when the rest of the answer never came. */
  status: number | null;
  durationMs: number;
  headers: http.IncomingHttpHeaders;
  /** The part of the answer that was read. */
  answer: Buffer;
}

export type MakeCall = (outgoing: Outgoing) => Promise<CallOutcome>;

export interface CallerOptions {
  allowedHosts: ReadonlySet<string>;
  lookup?: AddressLookup;
  timeoutMs: number;
  /** Calls that may be under way at once, in all and to one host. */
  atOnce: { total: number; perKind: number };
  /** Bytes of an answer that are read at most. */
  maxAnswer?: number;
  /** Authorities to trust instead of the system's. */
  tls?: { ca: string | Buffer };
  clock?: Clock;
}

/** The function it gives never throws. While as many calls are under way as may be, the others wait. */
export function createCaller(options: CallerOptions): MakeCall {
  const { allowedHosts, lookup = systemLookup, timeoutMs, atOnce, tls, clock = systemClock } = options;
  const { maxAnswer = MAX_ANSWER } = options;
  const gate = createSemaphore(atOnce);
  const nothing = { status: null, durationMs: 0, headers: {}, answer: Buffer.alloc(0) };

  return async ({ url: text, until = Number.POSITIVE_INFINITY, ...outgoing }) => {
    const checked = checkNotifyUrl(text, allowedHosts);
    if (!checked.ok) return { ...nothing, outcome: checked.inner ? "private_address" : "invalid_url" };
    const { url, exempt } = checked;
    const release = await gate.enter(bareHost(url));
    const start = clock();
    try {
      if (start > until) return { ...nothing, outcome: "timeout" };
      const end = await attempt({ ...outgoing, url, exempt, lookup, timeoutMs, maxAnswer, ca: tls?.ca });
      return { ...end, durationMs: Math.max(0, clock() - start) };
    } finally {
      release();
    }
  };
}

interface Attempt extends Omit<Outgoing, "url" | "until"> {
  url: URL;
  exempt: boolean;
  lookup: AddressLookup;
  timeoutMs: number;
  maxAnswer: number;
  ca: string | Buffer | undefined;
}

type End = Omit<CallOutcome, "durationMs">;

/** Makes one attempt under one deadline, from the look-up to the last byte of the answer. */
function attempt(work: Attempt): Promise<End> {
  return new Promise((resolve) => {
    let request: http.ClientRequest | undefined;
    let ended = false;
    let status: number | null = null;
    let headers: http.IncomingHttpHeaders = {};
    const chunks: Buffer[] = [];
    const end = (outcome: CallResult) => {
      if (ended) return;
      ended = true;
      clearTimeout(deadline);
      request?.destroy();
      resolve({ outcome, status, headers, answer: Buffer.concat(chunks) });
    };
    const deadline = setTimeout(end, work.timeoutMs, "timeout");
    const answered = (answer: http.IncomingMessage) => {
      status = answer.statusCode ?? null;
      headers = answer.headers;
      collect(answer, chunks, work.maxAnswer, end);
    };
    resolvePublic(bareHost(work.url), work.exempt, work.lookup)
      .then((found) => {
        if (ended) return;
        if (found.ok) request = send(work, found.addresses, answered, end);
        else end(found.why);
      })
      .catch(() => end("failed"));
  });
}

/** Sends the request. Nothing is written before the connection is verified and known to lead to an address that may be reached. */
function send(
  work: Attempt,
  addresses: string[],
  answered: (answer: http.IncomingMessage) => void,
  end: (outcome: CallResult) => void,
): http.ClientRequest {
  const secure = work.url.protocol === "https:";
  const request = (secure ? https : http).request(requestOptions(work, addresses));
  let shaking = false;
  request.on("socket", (socket: Socket) => {
    socket.once("connect", () => {
      shaking = secure;
    });
    socket.once(secure ? "secureConnect" : "connect", () => {
      shaking = false;
      if (mayReach(socket.remoteAddress ?? "", work.exempt)) request.end(work.body ?? undefined);
      else end("private_address");
    });
  });
  request.on("response", answered);
  request.on("error", (error: NodeJS.ErrnoException) => end(shaking ? "tls" : outcomeOf(error.code)));
  request.on("close", () => end("reset"));
  return request;
}

type SendOptions = https.RequestOptions &
  Pick<TcpNetConnectOpts, "autoSelectFamily" | "autoSelectFamilyAttemptTimeout">;

/** The name is kept for the Host header and the certificate; the connection is made to the checked addresses only. */
function requestOptions({ method, url, headers, body, ca }: Attempt, addresses: string[]): SendOptions {
  const host = bareHost(url);
  return {
    method,
    hostname: host,
    port: url.port || undefined,
    path: url.pathname + url.search,
    headers: body === null ? headers : { ...headers, "Content-Length": body.length },
    agent: false,
    lookup: pinned(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
    servername: isIP(host) === 0 ? host : "",
    minVersion: "TLSv1.2",
    rejectUnauthorized: true,
    ca,
  };
}

/** Answers the system's question for the host with what was checked, so that there is no second look-up to differ. */
function pinned(addresses: string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, callback) => {
    if (options.all) callback(null, all);
    else callback(null, all[0]!.address, all[0]!.family);
  };
}

/** Reads the answer to its end, or until it is longer than anybody cares for. */
function collect(
  answer: http.IncomingMessage,
  chunks: Buffer[],
  maxAnswer: number,
  end: (outcome: CallResult) => void,
): void {
  const status = answer.statusCode ?? 0;
  const outcome: CallResult = status >= 200 && status < 300 ? "delivered" : `http_${status}`;
  let size = 0;
  answer.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxAnswer) end(outcome);
    else chunks.push(chunk);
  });
  answer.on("end", () => end(outcome));
  answer.on("error", (error: NodeJS.ErrnoException) => end(outcomeOf(error.code)));
}

function outcomeOf(code = ""): CallResult {
  if (code === "ECONNREFUSED") return "refused";
  if (code === "ECONNRESET" || code === "EPIPE" || code === "ECONNABORTED") return "reset";
  if (code === "ETIMEDOUT") return "timeout";
  if (code === "EHOSTUNREACH" || code === "ENETUNREACH" || code === "EADDRNOTAVAIL") return "unreachable";
  if (code.startsWith("HPE_")) return "bad_answer";
  return code.startsWith("ERR_SSL_") || code.startsWith("ERR_TLS_") || code === "EPROTO" ? "tls" : "failed";
}
