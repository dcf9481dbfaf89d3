// A client of the API: one method for each verb, typed by path; refusals are values; what failed in passing is tried again.
import type { AnswerOf, Asks, ItemOf, Method, PagedPath, PathWith, RefusalOf } from "./operation-types.ts";
import { REPEATABLE } from "./repeatable-operations.ts";

export type { Schemas } from "./operation-types.ts";

export interface RetestClientOptions {
  /** Address of the server. */
  url: string;
  /** An API key. */
  key: string;
  retries?: Partial<Retries>;
  /** How long one attempt may take. */
  timeoutMs?: number;
}

export interface Retries {
  /** Attempts in all; with 1 nothing is tried again. */
  attempts: number;
  /** The first wait where the server names none; each further one is twice as long. */
  waitMs: number;
  /** The longest pause, whatever the server asks for. */
  mostMs: number;
}

/** `unreachable`: nobody answered. `unknown_answer`: whoever did was no Retest, or one with codes that this client doesn't know. */
export type OwnCode = "unreachable" | "unknown_answer";

export type Answer<Body, Code extends string = string> =
  | { ok: true; status: number; body: Body; headers: Headers }
  | {
      ok: false;
      /** The HTTP status; null where nobody answered. */
      status: number | null;
      error: { code: Code | OwnCode; message: string };
      /** How long the server asks to wait. */
      retryAfterMs: number | null;
    };

export interface CallOptions {
  /** The key of this call; by default a new one for each call that takes it, kept for all attempts. */
  idempotencyKey?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** What `dataOf` and `pages` throw where the server refuses. */
export class RetestError extends Error {
  override name = "RetestError";
  readonly status: number | null;
  readonly code: string;

  constructor(status: number | null, { code, message }: { code: string; message: string }) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The `data` of an answer, for who prefers exceptions. Throws a `RetestError`. */
export function dataOf<Data>(answer: Answer<{ data: Data }>): Data {
  if (answer.ok) return answer.body.data;
  throw new RetestError(answer.status, answer.error);
}

type Call<Path, M extends Method> = Asks<Path, M> & CallOptions;
/** The argument of a call, optional if nothing in it is required. */
type Said<Wanted> = Record<never, never> extends Wanted ? [asks?: Wanted] : [asks: Wanted];
type Answered<Path, M extends Method> = Promise<Answer<AnswerOf<Path, M>, RefusalOf<Path, M> & string>>;

interface AnyCall extends CallOptions {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

const RETRIES: Retries = { attempts: 4, waitMs: 500, mostMs: 60_000 };

export class RetestClient {
  readonly #url: string;
  readonly #key: string;
  readonly #retries: Retries;
  readonly #timeoutMs: number;

  constructor({ url, key, retries = {}, timeoutMs = 60_000 }: RetestClientOptions) {
    this.#url = url.replace(/\/+$/, "");
    this.#key = key;
    this.#retries = { ...RETRIES, ...retries };
    this.#timeoutMs = timeoutMs;
  }

  get<Path extends PathWith<"get">>(path: Path, ...[asks]: Said<Call<Path, "get">>): Answered<Path, "get"> {
    return this.#call("GET", path, asks) as Answered<Path, "get">;
  }

  post<Path extends PathWith<"post">>(path: Path, ...[asks]: Said<Call<Path, "post">>): Answered<Path, "post"> {
    return this.#call("POST", path, asks) as Answered<Path, "post">;
  }

  put<Path extends PathWith<"put">>(path: Path, ...[asks]: Said<Call<Path, "put">>): Answered<Path, "put"> {
    return this.#call("PUT", path, asks) as Answered<Path, "put">;
  }

  patch<Path extends PathWith<"patch">>(path: Path, ...[asks]: Said<Call<Path, "patch">>): Answered<Path, "patch"> {
    return this.#call("PATCH", path, asks) as Answered<Path, "patch">;
  }

  delete<Path extends PathWith<"delete">>(path: Path, ...[asks]: Said<Call<Path, "delete">>): Answered<Path, "delete"> {
    return this.#call("DELETE", path, asks) as Answered<Path, "delete">;
  }

  /** Every item of a list, page after page, each page when its first item is asked for. Throws a `RetestError`. */
  async *pages<Path extends PagedPath>(path: Path, ...[asks]: Said<Call<Path, "get">>): AsyncGenerator<ItemOf<Path>> {
    const { query, ...others } = (asks ?? {}) as AnyCall;
    let cursor = query?.cursor;
    do {
      const page = { ...others, query: { ...query, cursor } };
      const answer = (await this.#call("GET", path, page)) as Answer<{
        data: ItemOf<Path>[];
        next_cursor: string | null;
      }>;
      if (!answer.ok) throw new RetestError(answer.status, answer.error);
      yield* answer.body.data;
      cursor = answer.body.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }

  async #call(method: string, template: string, asks: unknown): Promise<Answer<unknown>> {
    const { path = {}, query = {}, body, idempotencyKey, headers = {}, signal } = (asks ?? {}) as AnyCall;
    const isRepeatable = REPEATABLE.has(`${method} ${template}`);
    const isFile = typeof body === "string" || body instanceof Uint8Array;
    const request: RequestInit = {
      method,
      headers: {
        authorization: `Bearer ${this.#key}`,
        ...(body === undefined ? {} : { "content-type": isFile ? "application/octet-stream" : "application/json" }),
        ...(isRepeatable ? { "idempotency-key": idempotencyKey ?? crypto.randomUUID() } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isFile ? (body as string) : JSON.stringify(body) }),
      // The key is for this server alone, so nobody is followed elsewhere.
      redirect: "manual",
    };
    const address = `${this.#url}/api/v1${filled(template, path)}${queryText(query)}`;
    const mayRepeat = isRepeatable || (method !== "POST" && method !== "PATCH");
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#attempt(address, request, signal);
      if (answer.ok || attempt >= this.#retries.attempts || signal?.aborted || !isPassing(answer, mayRepeat))
        return answer;
      const wait = answer.retryAfterMs ?? this.#retries.waitMs * 2 ** (attempt - 1);
      if (wait > this.#retries.mostMs) return answer;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }

  async #attempt(address: string, request: RequestInit, signal: AbortSignal | undefined): Promise<Answer<unknown>> {
    const late = AbortSignal.timeout(this.#timeoutMs);
    try {
      const response = await fetch(address, { ...request, signal: signal ? AbortSignal.any([signal, late]) : late });
      return await read(response);
    } catch (error) {
      const cause = (error as Error).cause as { code?: string; message?: string } | undefined;
      const why = cause?.code ?? cause?.message ?? (error as Error).message;
      return {
        ok: false,
        status: null,
        error: { code: "unreachable", message: `${this.#url} can't be reached (${why}).` },
        retryAfterMs: null,
      };
    }
  }
}

async function read(response: Response): Promise<Answer<unknown>> {
  const { ok, status, headers } = response;
  const text = await response.text();
  const isJson = /\bjson\b/.test(headers.get("content-type") ?? "");
  const body = isJson ? parsed(text) : text === "" ? null : text;
  if (ok && body !== undefined) return { ok, status, body, headers };
  const error = (body as { error?: { code: string; message: string } } | null | undefined)?.error;
  const message = `The server answered ${status}, which is no answer of Retest: is the address right?`;
  return {
    ok: false,
    status,
    error: error ?? { code: "unknown_answer", message },
    retryAfterMs: waitOf(headers.get("retry-after")),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether another try may succeed and is safe: a request that was refused for its rate was never begun. */
function isPassing(answer: Answer<unknown>, mayRepeat: boolean): boolean {
  if (answer.ok) return false;
  const { status, error } = answer;
  if (status === 429) return true;
  return mayRepeat && (status === null || status === 408 || status >= 500 || error.code === "in_progress");
}

/** The pause that Retry-After asks for, in seconds or as a date. */
function waitOf(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  if (/^\d{1,9}$/.test(retryAfter.trim())) return Number(retryAfter) * 1_000;
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}

function filled(template: string, names: Record<string, unknown>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(names[name])));
}

function queryText(query: Record<string, unknown>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const pairs = given.flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, String(one)]));
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
}
