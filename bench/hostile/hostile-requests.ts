// Requests to the API that are wrong, heavy or no HTTP at all, and reads that are large: how each is sent to a server that has two apps.
import { API_ROUTES } from "../../src/http/routes/all-routes.ts";
import { exchangeRaw } from "../../test/support/clients/raw-socket.ts";
import { call } from "../../test/support/clients/run-cli.ts";
import { HEAVY_BODIES, NONSENSE, WRONG_CODES } from "../../test/support/hostile/heavy-bodies.ts";
import {
  BODIES_NOT_OBJECTS,
  BODIES_NOT_UTF8,
  BROKEN_BODIES,
  ENCODED_BODIES,
  FORGED_FIELDS,
  HUGE_NUMBERS,
  POISONED_BODIES,
  VALID_FIELDS,
  WRONG_FIELDS,
} from "../../test/support/hostile/hostile-bodies.ts";
import {
  BROKEN_FIXES,
  NOT_CONFIRMATIONS,
  NOT_EDITS,
  NOT_FIXES,
  NOT_LINKS,
  NOT_PULL_NUMBERS,
  TOO_LONG_TEXTS,
} from "../../test/support/hostile/hostile-edits.ts";
import {
  hiddenKey,
  inOneChunk,
  LARGE_EXTENSION,
  MALFORMED_REQUESTS,
  STRANGE_REQUESTS,
  TOO_LARGE_HEADERS,
  twoKeys,
} from "../../test/support/hostile/hostile-http.ts";
import { NOT_KEYS } from "../../test/support/hostile/hostile-keys.ts";
import { LONG_CURSOR, PAGED_LISTS, WRONG_FILTERS, WRONG_LIMITS } from "../../test/support/hostile/hostile-queries.ts";
import type { HostileRequest } from "./hostile-request.ts";
import { pipelinedRequests } from "./pipelined-requests.ts";
import { smallRequests } from "./small-requests.ts";

interface Target {
  address: string;
  /** An admin's key. */
  key: string;
  /** The app that APP stands for, with a check of the ref SIGN-1. */
  app: string;
}

type Sent = [what: string, method: string, path: string, body?: string | Buffer, headers?: Record<string, string>];

export async function hostileRequests({ address, key, app }: Target): Promise<HostileRequest[]> {
  const raised = await call(address, key, "POST", "/issues", { app, check: "SIGN-1", text: "Sent to over and over" });
  const issue: string = raised.data.id;
  const placed = (text: string) => text.replaceAll("APP", app).replaceAll("ISSUE", issue);
  const bytesOf = (body: string | Buffer) => (typeof body === "string" ? Buffer.from(placed(body)) : body);
  const ask = (method: string, path: string, body?: string | Buffer, headers: Record<string, string> = {}) =>
    fetch(`${address}/api/v1${placed(path)}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
      body: body === undefined ? null : new Uint8Array(bytesOf(body)),
    });
  const send = async (...[, method, path, body, headers]: Sent) => {
    const answer = await ask(method, path, body, headers);
    await answer.arrayBuffer();
    // One that is refused for another reason would measure nothing.
    if (answer.status === 429 || answer.status >= 500) throw new Error(`${method} ${path}: ${answer.status}`);
  };
  const of = (kind: string, all: readonly Sent[]): HostileRequest[] =>
    all.map((sent) => ({ kind, what: sent[0], send: () => send(...sent) }));
  const raw = (what: string, bytes: string | Buffer): HostileRequest => ({
    kind: "bytes that are no HTTP",
    what,
    send: () => exchangeRaw(address, typeof bytes === "string" ? bytes.replaceAll("KEY", key) : bytes),
  });
  const pull = (url: string, number = "1") =>
    `{"platforms":["ios"],"pull_request":{"number":${number},"url":${JSON.stringify(url)},"repo":"a"}}`;
  const fix = `/issues/${issue}/fix`;
  return [
    ...of("bodies of issues", [
      ...[...BROKEN_BODIES, ...BODIES_NOT_OBJECTS, ...POISONED_BODIES].map(
        ([what, body]): Sent => [what, "POST", "/issues", body],
      ),
      ...WRONG_FIELDS.map(
        ([field, what, wrong]): Sent => [`${field}: ${what}`, "POST", "/issues", `{${VALID_FIELDS},${wrong}}`],
      ),
      ...FORGED_FIELDS.map(
        (field): Sent => [`the field ${field}`, "POST", "/issues", `{${VALID_FIELDS},${JSON.stringify(field)}:"x"}`],
      ),
      ...HUGE_NUMBERS.map(([what, number]): Sent => [what, "POST", "/issues", `{${VALID_FIELDS},"text":${number}}`]),
      ...BODIES_NOT_UTF8.map(([what, body, headers]): Sent => [what, "POST", "/issues", withApp(body, app), headers]),
      ...ENCODED_BODIES.map(
        ([what, body]): Sent => [what, "POST", "/issues", body, { "content-encoding": what.replace(/, a bomb.*/, "") }],
      ),
    ]),
    ...of("heavy bodies", [
      ...HEAVY_BODIES,
      ["126,000 wrong codes", "POST", "/results", WRONG_CODES],
      ...API_ROUTES.filter(({ body }) => body !== undefined).flatMap(({ method, path }) =>
        NONSENSE.map(
          (bytes, i): Sent => [
            `nonsense ${i} to ${method} ${path}`,
            method,
            path.replace(":id", path.startsWith("/apps") ? app : "x"),
            bytes,
          ],
        ),
      ),
    ]),
    ...of("edits and fixes", [
      ...[...NOT_FIXES, ...BROKEN_FIXES.map((body) => [body, body])].map(
        ([what, body]): Sent => [what!, "POST", fix, body!],
      ),
      ...NOT_LINKS.map((url): Sent => [url, "POST", fix, pull(url)]),
      ...NOT_PULL_NUMBERS.map((number): Sent => [number, "POST", fix, pull("https://a.example/1", number)]),
      ...NOT_EDITS.map(([what, body]): Sent => [what, "PATCH", `/issues/${issue}`, body]),
      ...TOO_LONG_TEXTS.map(([what, text]): Sent => [what, "PATCH", `/issues/${issue}`, JSON.stringify({ text })]),
      ...NOT_CONFIRMATIONS.map((body): Sent => [body, "POST", `/issues/${issue}/confirm`, body]),
    ]),
    ...of("queries", [
      ...PAGED_LISTS.flatMap((path) =>
        WRONG_LIMITS.map((limit): Sent => [`${path}${limit}`, "GET", `${path}limit=${limit}`]),
      ),
      ...WRONG_FILTERS.map(([what, query]): Sent => [what, "GET", `/issues?${query}`]),
      ["a long cursor", "GET", `/issues?${LONG_CURSOR}`],
    ]),
    ...of(
      "keys",
      NOT_KEYS.map(
        ([what, authorization]): Sent => [what, "GET", "/me", undefined, { authorization: authorization(key) }],
      ),
    ),
    ...[...MALFORMED_REQUESTS, ...TOO_LARGE_HEADERS, ...STRANGE_REQUESTS].map(([what, bytes]) => raw(what, bytes)),
    raw("2,001 short headers", hiddenKey),
    raw("2,001 short headers between two keys", twoKeys(key)),
    raw("a large extension of a chunk", inOneChunk("{}", LARGE_EXTENSION)),
    ...(await smallRequests(ask)),
    ...pipelinedRequests(address, key),
  ];
}

/** The place of the app in bytes that are no text. */
function withApp(body: Buffer, app: string): Buffer {
  return Buffer.from(body.toString("latin1").replaceAll("APP", app), "latin1");
}
