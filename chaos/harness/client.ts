// How the faults talk to a running server: with a key, and as a tool that delivers.
import { sign } from "../../src/lib/crypto/body-signature.ts";
import { adminKey } from "../../test/support/clients/command.ts";
import type { Settings } from "../../test/support/clients/run-cli.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
export type Json = any;

export interface Answer {
  status: number;
  headers: Headers;
  body: Json;
  /** Milliseconds since 1970, with fractions. */
  startedAt: number;
  endedAt: number;
}

/** Thrown for an answer that is an error. */
export class Refused extends Error {}

export class Client {
  address: string;
  readonly key: string;

  constructor(key: string, address = "") {
    this.key = key;
    this.address = address;
  }

  static async admin(settings: Settings, address = ""): Promise<Client> {
    return new Client(await adminKey(settings), address);
  }

  /** The same key at another server. */
  at(address: string): Client {
    return new Client(this.key, address);
  }

  /** Throws only what fetch throws when the connection breaks. */
  ask(method: string, path: string, body?: unknown): Promise<Answer> {
    const headers = { authorization: `Bearer ${this.key}`, "content-type": "application/json" };
    const sent = body === undefined ? undefined : JSON.stringify(body);
    return exchange(`${this.address}/api/v1${path}`, { method, headers, body: sent });
  }

  /** Throws `Refused`, too. */
  async data(method: string, path: string, body?: unknown): Promise<Json> {
    return (await this.page(method, path, body))?.data;
  }

  /** Reads all pages; the path has a query. */
  async list(path: string): Promise<Json[]> {
    const rows: Json[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: Json = await this.page(
        "GET",
        `${path}&limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      rows.push(...page.data);
      cursor = page.next_cursor;
    }
    return rows;
  }

  /** A live app and the path of its webhook. */
  async liveApp(name: string, fields: object = {}): Promise<{ id: string; path: string }> {
    const platforms = ["ios", "android", "web"].map((code) => ({ code, label: code }));
    const { id } = await this.data("POST", "/apps", { name, mode: "live", platforms, ...fields });
    return { id, path: await this.pathOf(id) };
  }

  async pathOf(appId: string): Promise<string> {
    return new URL((await this.data("GET", `/apps/${appId}/webhook`)).url).pathname;
  }

  /** Reports the issues of an app that were acknowledged and are not there. */
  async requireAll(app: string, acknowledged: readonly string[], report: (problem: string) => void): Promise<void> {
    const there = new Set((await this.list(`/issues?app=${app}&status=all`)).map(({ id }) => id));
    for (const id of acknowledged) if (!there.has(id)) report(`${id} was acknowledged and is lost`);
  }

  private async page(method: string, path: string, body?: unknown): Promise<Json> {
    const answer = await this.ask(method, path, body);
    if (answer.status >= 300)
      throw new Refused(`${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
}

/** One delivery, signed if there is a secret. */
export function deliver(url: string, payload: unknown, secret?: string): Promise<Answer> {
  const body = Buffer.from(JSON.stringify(payload));
  const headers: Record<string, string> = secret === undefined ? {} : { "x-signature": sign(secret, body) };
  return exchange(url, { method: "POST", headers, body });
}

export async function exchange(url: string, request: RequestInit): Promise<Answer> {
  const startedAt = now();
  const response = await fetch(url, request);
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true && text !== "";
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : undefined,
    startedAt,
    endedAt: now(),
  };
}

/** The time on the scale on which answers are timed. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

/** How often each status was answered, in words. */
export function tally(answers: readonly { status: number }[]): string {
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts.entries()]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${count} × ${status}`)
    .join(", ");
}
