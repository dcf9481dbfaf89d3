// Talks to the server below /ui/v1: JSON in, JSON out, every failure one kind of error.
import { readerHeader } from "./reader.ts";

const PREFIX = "/ui/v1";

/** What the server said was wrong, or that it could not be reached (`code` is then `offline`). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly retryAfter: number | null;

  constructor(status: number, code: string, message: string, retryAfter: number | null = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** Whether it would be refused however often it is tried. Too many requests are only too many for now. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
}

/** Whether the server knows of no such thing: it never was, is gone, or is out of reach. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Whether it failed because the session had ended. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

let whenSignedOut = () => {};

/** Is called whenever the server says that nobody is signed in. */
export function onSignedOut(listener: () => void): void {
  whenSignedOut = listener;
}

export type SignedIn = "the reader" | "somebody else" | "nobody";

let whoIsSignedIn = async (): Promise<SignedIn> => "nobody";

/** Sets how to ask who is signed in, for when the page seems to be somebody else's. */
export function askWhoIsSignedIn(ask: () => Promise<SignedIn>): void {
  whoIsSignedIn = ask;
}

let wasFetchedAhead = (_path: string) => false;

/** Sets how to ask whether the browser fetched `path` ahead: a request can use that only without headers of ours. */
export function askWhatWasFetchedAhead(ask: (path: string) => boolean): void {
  wasFetchedAhead = ask;
}

let whenHeldBack = () => {};

/** Is called whenever the server says that a second factor has to be set up first. */
export function onHeldBack(listener: () => void): void {
  whenHeldBack = listener;
}

const SIGNING_IN: ReadonlySet<string> = new Set([
  "/session",
  "/session/second-factor",
  "/session/second-factor/passkey",
]);

type Params = Record<string, string | number | boolean | null | undefined>;

/** `path` with what of `params` is given. */
export function pathWith(path: string, params: Params): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
  }
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** The whole answer, as of a page with its cursor. */
export async function request<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  return (await send<T>(path, jsonRequest(method, body, {}, signal))).answer;
}

/** An answer with the tag of its version. */
export interface Tagged<T> {
  data: T;
  tag: string | null;
}

/** An answer that takes longer is not waited for: the way to the server may be cut without a sign. */
const ANSWER_WITHIN_MS = 30_000;

/** Sends a request with headers of its own, such as `If-Match` or `Idempotency-Key`. */
export async function exchange<T>(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Tagged<T>> {
  const init = jsonRequest(method, body, headers, AbortSignal.timeout(ANSWER_WITHIN_MS));
  const { answer, tag } = await send<{ data: T } | undefined>(path, init);
  return { data: answer?.data as T, tag };
}

function jsonRequest(
  method: string,
  body: unknown,
  headers: Record<string, string>,
  signal: AbortSignal | null = null,
): RequestInit {
  if (body === undefined) return { method, headers, body: null, signal };
  return { method, headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body), signal };
}

/** Sends a file, or a text, as it stands. */
export async function upload<T>(path: string, body: Blob | string, type: string): Promise<T> {
  return (await send<{ data: T }>(path, { method: "POST", headers: { "content-type": type }, body })).answer.data;
}

export async function get<T>(path: string, params: Params = {}, signal?: AbortSignal): Promise<T> {
  return (await request<{ data: T }>("GET", pathWith(path, params), undefined, signal)).data;
}

export const post = <T>(path: string, body?: unknown) => dataOf<T>("POST", path, body);
export const put = <T>(path: string, body?: unknown) => dataOf<T>("PUT", path, body);
export const patch = <T>(path: string, body: unknown) => dataOf<T>("PATCH", path, body);
export const del = <T = undefined>(path: string) => dataOf<T>("DELETE", path);

/** Where the browser fetches something by itself: a picture, a file to save. */
export function addressOf(path: string): string {
  return PREFIX + path;
}

async function dataOf<T>(method: string, path: string, body?: unknown): Promise<T> {
  return (await request<{ data: T } | undefined>(method, path, body))?.data as T;
}

interface Answered<T> {
  answer: T;
  tag: string | null;
}

async function send<T>(path: string, init: RequestInit): Promise<Answered<T>> {
  try {
    return await sendOnce<T>(path, init);
  } catch (error) {
    // A wrong password or factor is refused with 401, too, and says nothing about a session.
    if (!isSignedOut(error) || SIGNING_IN.has(path)) throw error;
    // This is what says who is signed in.
    const who = asksWho(path, init) ? "nobody" : await whoIsSignedIn();
    // Whoever shows again who they are gets a new cookie: this may have been on its way with the one before.
    if (who === "the reader") return sendOnce<T>(path, init);
    if (who === "nobody") whenSignedOut();
    // It is read once its reader has signed in again, and must still be true then.
    throw new ApiError(401, (error as ApiError).code, "This was not done yet. Try again.");
  }
}

/** Whether a request asks who is signed in, which anybody who is signed in may ask. */
function asksWho(path: string, { method }: RequestInit): boolean {
  return path === "/me" && method === "GET";
}

async function sendOnce<T>(path: string, init: RequestInit): Promise<Answered<T>> {
  let response: Response;
  const isForAnybody = asksWho(path, init) || (init.method === "GET" && wasFetchedAhead(path));
  const headers = isForAnybody ? init.headers : { ...init.headers, ...readerHeader() };
  try {
    response = await fetch(PREFIX + path, { ...init, headers, credentials: "same-origin", redirect: "error" });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw away();
  }
  const text = await textOf(response);
  if (response.ok)
    return { answer: (text === "" ? undefined : JSON.parse(text)) as T, tag: response.headers.get("etag") };
  const error = errorOf(response, text);
  if (error.code === "second_factor_needed") whenHeldBack();
  throw error;
}

/** The way to the server may be lost while it answers. */
async function textOf(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw away();
  }
}

function away(): ApiError {
  return new ApiError(0, "offline", "The server can't be reached. Nothing was changed here; try again in a moment.");
}

function errorOf({ status, headers }: Response, text: string): ApiError {
  const retryAfter = Number(headers.get("retry-after")) || null;
  try {
    const { code, message } = JSON.parse(text).error;
    return new ApiError(status, code, message, retryAfter);
  } catch {
    return new ApiError(
      status,
      "unreadable",
      `Something other than Retest answered (${status}). Try again; if it stays like this, ask whoever runs the server.`,
      retryAfter,
    );
  }
}
