// The webhook of a live app as tests use it: every answer is held against the contract, whatever was delivered.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { setPlan as setPlanAction } from "../../../src/actions/workspace/change-workspace.ts";
import { sign } from "../../../src/lib/crypto/body-signature.ts";
import { expectCommonHeaders, expectError } from "../checks/expect-refusal.ts";
import { dataOf } from "../checks/route-table.ts";
import type { Answer, World } from "../server/test-server.ts";
import { type IssueData, issueClientOf } from "./issue-client.ts";

type Fields = Record<string, unknown>;
type Sent = Record<string, string>;
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Data = any;

export interface Hook {
  app: { id: string; name: string };
  /** The server's. */
  address: string;
  /** Of the URL as it was when last looked at. */
  readonly path: string;
  readonly token: string;
  /** Text and bytes are sent as they stand and without a type, anything else as JSON. */
  deliver(payload: unknown, headers?: Sent, at?: string): Promise<Answer>;
  /** Delivers what must be raised, and reads the issue back. */
  raised(payload: unknown, headers?: Sent): Promise<IssueData>;
  /** Delivers what must be a duplicate, and gives the id of the issue it is one of. */
  duplicated(payload: unknown): Promise<string>;
  config(): Promise<Data>;
  configure(change: Fields): Promise<Data>;
  regenerate(): Promise<void>;
  setSecret(secret: string): Promise<void>;
  setMode(mode: "live" | "testing"): Promise<void>;
  /** How many deliveries the hour has had. */
  used(): Promise<number>;
  /** The log's newest entries, once there are as many as must be. */
  log(count: number): Promise<Data[]>;
  entry(id: string): Promise<Data>;
  replay(id: string): Promise<Data>;
  /** Every issue of the app, newest first. */
  issues(): Promise<IssueData[]>;
}

export async function openHook(world: World, fields: Fields = {}): Promise<Hook> {
  const app = await world.app({ mode: "live", ...fields });
  const base = `/apps/${app.id}/webhook`;
  const issueClient = issueClientOf(world);
  const pathOf = (config: Data) => new URL(config.url).pathname;
  let path = pathOf(await dataOf(world, "GET", base));
  const deliver: Hook["deliver"] = async (payload, headers = {}, at = world.address) =>
    checked(world, await post(at + path, payload, headers));
  return {
    app,
    address: world.address,
    get path() {
      return path;
    },
    get token() {
      return path.split("/").at(-1)!;
    },
    deliver,
    async raised(payload, headers) {
      const answer = await deliver(payload, headers);
      expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 });
      return issueClient.read(answer.body.issue.id);
    },
    async duplicated(payload) {
      const answer = await deliver(payload);
      expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
      return answer.body.issue.id;
    },
    config: () => dataOf(world, "GET", base),
    configure: (change) => dataOf(world, "PATCH", base, change),
    async regenerate() {
      path = pathOf(await dataOf(world, "POST", `${base}/url`));
    },
    setSecret: (secret) => dataOf(world, "PUT", `${base}/secret`, { secret }),
    setMode: (mode) => dataOf(world, "PATCH", `/apps/${app.id}`, { mode }),
    used: async () => (await dataOf(world, "GET", base)).hour.used,
    async log(count) {
      for (let attempt = 0; ; attempt++) {
        const entries = await dataOf(world, "GET", `${base}/deliveries?limit=200`);
        // Refusals are logged after they were answered.
        if (entries.length >= count || attempt === 1_000) {
          expect(entries).toHaveLength(count);
          return entries;
        }
        await sleep(20);
      }
    },
    entry: (id) => dataOf(world, "GET", `${base}/deliveries/${id}`),
    replay: (id) => dataOf(world, "POST", `${base}/deliveries/${id}/replay`),
    issues: async () => (await issueClient.list(`app=${app.id}&status=all&limit=200`)).data,
  };
}

/** One POST without an Authorization header. */
export async function post(url: string, payload: unknown, headers: Sent = {}): Promise<Answer> {
  const raw = typeof payload === "string" || payload instanceof Uint8Array;
  const response = await fetch(url, {
    method: "POST",
    headers: { ...(raw ? {} : { "content-type": "application/json" }), ...headers },
    body: payloadBytes(payload),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
}

/** As bytes, to which the client adds no type of its own. */
export function payloadBytes(payload: unknown): Buffer {
  if (payload instanceof Uint8Array) return Buffer.from(payload);
  return Buffer.from(typeof payload === "string" ? payload : JSON.stringify(payload));
}

export function signed(secret: string, payload: unknown): Sent {
  return { "x-signature": sign(secret, payloadBytes(payload)) };
}

/** The shapes an answer may have, and the headers that go with them. */
function checked(world: World, answer: Answer): Answer {
  if (answer.status >= 300) {
    expectError(answer, answer.status, /^[a-z_]+$/);
    const waits = ["rate_limited", "in_progress", "unavailable"].includes(answer.body.error.code);
    expect(answer.headers.has("retry-after")).toBe(waits);
    return answer;
  }
  expect(answer.status).toBe(answer.body.duplicate || answer.body.fixed || answer.body.ignored ? 200 : 201);
  expect(answer.body).toEqual(shapeOf(world, answer.body));
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expectCommonHeaders(answer.headers);
  return answer;
}

/** Of what came with a 2xx. */
function shapeOf(world: World, { items, ...body }: Data): Data {
  if (items === undefined) return shapeOfOne(world, body);
  const shapes = items.map((item: Data) => ("error" in item ? { error: ERROR } : shapeOfOne(world, item)));
  return { ...(items.length === 0 ? { ignored: "empty" } : shapeOfOne(world, body)), items: shapes };
}

const ERROR = { code: expect.stringMatching(/^[a-z_]+$/), message: expect.any(String) };

function shapeOfOne(world: World, body: Data): Data {
  if (body.ignored !== undefined) return { ignored: expect.stringMatching(/^(recovery|event)$/) };
  const id = expect.stringMatching(/^iss_\w+$/);
  const url = `${world.config.baseUrl}/issues/${body.issue.id}`;
  const issue = { id, code: expect.stringMatching(/^[A-Z][A-Z0-9]*-[1-9]\d*$/), url };
  if (body.fixed !== undefined) return { fixed: true, issue };
  return body.duplicate === undefined ? { issue } : { duplicate: true, issue };
}

export function setPlan(world: World, plan: "free" | "unlimited"): Promise<unknown> {
  return world.store.performer.perform(setPlanAction, { workspaceId: world.store.workspace.id, plan });
}

/** How often each answer came: status and, of a refusal, code. */
export function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const name = status < 300 ? String(status) : `${status} ${body.error.code}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
