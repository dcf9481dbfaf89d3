// A server that stands in for somebody's tool: a real HTTP server that answers as the tool would, or misbehaves when told to.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export interface StandInRequest {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: what a body holds is what stand-ins ask
  body: any;
}

export interface StandInAnswer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Instead of what the tool would do, or after it has done it. */
export type Mishap =
  | { instead: StandInAnswer }
  | { hang: true }
  | { garbage: string; status?: number }
  /** It is done, and the answer never comes. */
  | { doneAnd: "hang" | "reset" | StandInAnswer };

export interface StandIn {
  url: string;
  /** All that was asked, oldest first. */
  asked: StandInRequest[];
  /** What the vendor would not have accepted. */
  problems: string[];
  /** Happens to the next request that fits, once. */
  mishap(what: Mishap, fits?: (asked: StandInRequest) => boolean): void;
  /** Called when a request that fits has been done and before it is answered, once. */
  before(fits: (asked: StandInRequest) => boolean, run: () => Promise<unknown>): void;
  close(): Promise<void>;
}

export async function openStandIn(
  answer: (asked: StandInRequest, problem: (text: string) => void) => StandInAnswer,
): Promise<StandIn> {
  const sockets = new Set<Socket>();
  const mishaps: { what: Mishap; fits: (asked: StandInRequest) => boolean }[] = [];
  const hooks: { fits: (asked: StandInRequest) => boolean; run: () => Promise<unknown> }[] = [];
  const take = <One extends { fits: (asked: StandInRequest) => boolean }>(
    list: One[],
    asked: StandInRequest,
  ): One | undefined => {
    const at = list.findIndex(({ fits }) => fits(asked));
    return at === -1 ? undefined : list.splice(at, 1)[0];
  };
  const serve = async (asked: StandInRequest, response: ServerResponse) => {
    standIn.asked.push(asked);
    const what = take(mishaps, asked)?.what;
    if (what !== undefined && "hang" in what) return;
    if (what !== undefined && "instead" in what) return say(response, what.instead);
    if (what !== undefined && "garbage" in what) {
      response.writeHead(what.status ?? 200, { "content-type": "text/html" }).end(what.garbage);
      return;
    }
    const said = answer(asked, (text) => standIn.problems.push(`${asked.method} ${asked.path}: ${text}`));
    await take(hooks, asked)?.run();
    if (what === undefined) return say(response, said);
    if (what.doneAnd === "reset") response.socket?.destroy();
    else if (what.doneAnd !== "hang") say(response, what.doneAnd);
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", headers } = request;
      const { pathname, searchParams } = new URL(request.url ?? "", "http://stand-in");
      const text = Buffer.concat(chunks).toString();
      const body = text === "" ? undefined : JSON.parse(text);
      void serve({ method, path: pathname, query: searchParams, headers, body }, response);
    });
  });
  server.on("connection", (socket: Socket) => {
    sockets.add(socket.on("error", () => {}).on("close", () => sockets.delete(socket)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const standIn: StandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    problems: [],
    mishap: (what, fits = () => true) => void mishaps.push({ what, fits }),
    before: (fits, run) => void hooks.push({ fits, run }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return standIn;
}

function say(response: ServerResponse, { status, body, headers = {} }: StandInAnswer): void {
  const text = body === undefined ? "" : JSON.stringify(body);
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers }).end(text);
}

/** Complaints about a body, as a vendor with a strict schema has them: missing fields, wrong types, fields it does not know. */
export function complaints(
  body: unknown,
  fields: Record<string, (value: unknown) => boolean>,
  optional: string[] = [],
) {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return ["no object"];
  const given = body as Record<string, unknown>;
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(fields, name));
  const wrong = Object.entries(fields).filter(([name, fits]) =>
    Object.hasOwn(given, name) ? !fits(given[name]) : !optional.includes(name),
  );
  return [...unknown.map((name) => `unknown field ${name}`), ...wrong.map(([name]) => `bad ${name}`)];
}

export const isText = (max: number) => (value: unknown) =>
  typeof value === "string" && value.trim() !== "" && value.length <= max && value.isWellFormed();
