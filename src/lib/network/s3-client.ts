// Signed requests to a bucket that speaks S3, with limits on time. What may pass by itself is tried again: every request here can be
// repeated without doing anything twice.
import { createHash } from "node:crypto";
import { type IncomingMessage, Agent as PlainAgent, request as plainRequest, type RequestOptions } from "node:http";
import { Agent as TlsAgent, request as tlsRequest } from "node:https";
import { text as textOf } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { milliseconds } from "../clock.ts";
import { elementOf } from "./s3-elements.ts";

export interface Bucket {
  /** Where the service is: of the form https://host[:port][/path]. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
  /** Whether the bucket is part of the path rather than of the host. */
  pathStyle: boolean;
}

export interface S3Request {
  method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  /** The object's name; null means the bucket itself. */
  object: string | null;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: readonly Uint8Array[];
}

export interface S3Answer {
  status: number;
  headers: IncomingMessage["headers"];
  text: string;
}

export interface S3Limits {
  /** How long nothing may move. */
  idleMs: number;
  /** How long one attempt may take, unless it is read as a stream. */
  attemptMs: number;
  attempts: number;
  /** The pause before the second attempt; the next are four times as long each. */
  pauseMs: number;
  /** What has failed later than that is not tried again: somebody waits for it. */
  againWithinMs: number;
}

const LIMITS: S3Limits = { idleMs: 10_000, attemptMs: 60_000, attempts: 3, pauseMs: 200, againWithinMs: 5_000 };
/** Bytes of an answer: a list of a thousand names has a third of that. */
const MAX_ANSWER = 2_000_000;

/** The bucket did not do what it was asked for. Nothing in it is secret: it may be logged. */
export class S3Failure extends Error {
  /** Null: it could not be reached, or did not answer in time. */
  readonly status: number | null;
  /** The service's code, such as NoSuchKey, or the system's, such as ECONNREFUSED. */
  readonly code: string | null;
  /** The region that the service says the bucket is in. */
  readonly region: string | null;

  constructor(
    message: string,
    facts: { status?: number; code?: string | null; region?: string | null; cause?: unknown },
  ) {
    super(message, { cause: facts.cause });
    this.status = facts.status ?? null;
    this.code = facts.code ?? null;
    this.region = facts.region ?? null;
  }

  /** Whether another try may succeed. */
  get isPassing(): boolean {
    const { status } = this;
    // 501: it can't do that, now or later.
    const isBroken = status === null || (status >= 500 && status !== 501);
    return isBroken || status === 429 || status === 408 || this.code === "RequestTimeout";
  }
}

export class S3Client {
  private readonly bucket: Bucket;
  private readonly limits: S3Limits;
  private readonly base: URL;
  private readonly agent: PlainAgent;
  private readonly keys = new Map<string, ArrayBuffer>();

  constructor(bucket: Bucket, limits: Partial<S3Limits> = {}) {
    this.bucket = bucket;
    this.limits = { ...LIMITS, ...limits };
    this.base = baseOf(bucket);
    this.agent =
      this.base.protocol === "https:" ? new TlsAgent({ keepAlive: true }) : new PlainAgent({ keepAlive: true });
  }

  /** The whole answer. Throws `S3Failure` unless its status is below 300, and what `look` throws at it; what may pass is tried again. */
  async call(asked: S3Request, look: (answer: S3Answer) => void = () => {}): Promise<S3Answer> {
    return this.insist(async () => {
      const deadline = AbortSignal.timeout(this.limits.attemptMs);
      const response = await this.send(asked, deadline);
      const answer = { status: response.statusCode!, headers: response.headers, text: await wholeText(response) };
      look(answer);
      return answer;
    });
  }

  /** The answer as soon as it begins; who reads it looks after its pace. Throws `S3Failure` unless its status is below 300. */
  async stream(asked: S3Request): Promise<IncomingMessage> {
    return this.insist(async () => {
      const response = await this.send(asked);
      response.socket.setTimeout(0);
      return response;
    });
  }

  /** How long the reader of a stream waits for its next piece. */
  get idleMs(): number {
    return this.limits.idleMs;
  }

  private async insist<T>(attempt: () => Promise<T>): Promise<T> {
    const { attempts, pauseMs, againWithinMs } = this.limits;
    const began = milliseconds();
    for (let n = 1; ; n++) {
      try {
        return await attempt();
      } catch (error) {
        const failure = error instanceof S3Failure ? error : unreachable(error as NodeJS.ErrnoException);
        const isOver = n >= attempts || milliseconds() - began > againWithinMs;
        if (!failure.isPassing || isOver) throw failure;
        await wait(pauseMs * 4 ** (n - 1));
      }
    }
  }

  private async send(
    { method, object, query = {}, headers = {}, body = [] }: S3Request,
    deadline?: AbortSignal,
  ): Promise<IncomingMessage> {
    const url = new URL(this.base);
    if (object !== null) url.pathname += object;
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const hash = createHash("sha256");
    for (const piece of body) hash.update(piece);
    const { region, accessKey: accessKeyId, secretKey: secretAccessKey } = this.bucket;
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, "x-amz-content-sha256": hash.digest("hex") },
      service: "s3",
      region,
      accessKeyId,
      secretAccessKey,
      cache: this.keys,
    }).sign();
    const length = body.reduce((sum, piece) => sum + piece.length, 0);
    const options: RequestOptions = {
      method,
      agent: this.agent,
      timeout: this.limits.idleMs,
      headers: {
        ...Object.fromEntries(signed.headers),
        ...(method === "PUT" || method === "POST" ? { "content-length": length } : {}),
      },
      ...(deadline === undefined ? {} : { signal: deadline }),
    };
    const response = await exchange(url, options, body);
    if (response.statusCode! < 300) return response;
    throw await refused(response);
  }
}

function baseOf({ endpoint, bucket, pathStyle }: Bucket): URL {
  const url = new URL(endpoint.endsWith("/") ? endpoint : `${endpoint}/`);
  if (pathStyle) url.pathname += `${bucket}/`;
  else url.hostname = `${bucket}.${url.hostname}`;
  return url;
}

function exchange(url: URL, options: RequestOptions, body: readonly Uint8Array[]): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? tlsRequest : plainRequest)(url, options, resolve);
    request.on("error", reject);
    request.on("timeout", () => request.destroy(Object.assign(new Error("no answer in time"), { code: "ETIMEDOUT" })));
    for (const piece of body) request.write(piece);
    request.end();
  });
}

async function wholeText(response: IncomingMessage): Promise<string> {
  let read = 0;
  response.on("data", (piece: Buffer) => {
    read += piece.length;
    if (read > MAX_ANSWER) response.destroy(new Error("the answer is too long"));
  });
  return textOf(response);
}

async function refused(response: IncomingMessage): Promise<S3Failure> {
  const status = response.statusCode!;
  const text = await wholeText(response).catch(() => "");
  return failureIn(text, status);
}

/** What an answer in XML says went wrong: its word and its sentence, and nothing else, because services also repeat what was signed. */
export function failureIn(text: string, status: number): S3Failure {
  const code = elementOf(text, "Code") ?? null;
  const message = elementOf(text, "Message")?.slice(0, 300) ?? "";
  const said = [String(status), code ?? "", message].filter((part) => part !== "").join(" ");
  return new S3Failure(`the bucket answered ${said}`, { status, code, region: elementOf(text, "Region") ?? null });
}

function unreachable(error: NodeJS.ErrnoException): S3Failure {
  const isLate = error.name === "AbortError" || error.code === "ETIMEDOUT";
  const what = isLate ? "does not answer in time" : `can't be reached (${error.code ?? error.message})`;
  return new S3Failure(`the bucket ${what}`, { code: error.code ?? null, cause: error });
}

/** For `catch`: gives undefined where the bucket answered one of these statuses. */
export function unless(...statuses: number[]): (error: S3Failure) => undefined {
  return (error) => {
    // Only a thing in the bucket may be missing, not the bucket.
    if (!statuses.includes(error.status ?? 0) || error.code === "NoSuchBucket") throw error;
    return undefined;
  };
}
