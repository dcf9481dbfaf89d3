// A connection of an app with a tool as tests use it: made by an admin, spoken to by the tool, looked at afterwards.
import { expect } from "vitest";
import { dataOf } from "../checks/route-table.ts";
import { behind } from "../database/direct-sql.ts";
import type { Answer, World } from "../server/test-server.ts";
import { post } from "./webhook-client.ts";

type Fields = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Data = any;

export interface ConnectionClient {
  id: string;
  appId: string;
  /** Of the requests that its tool sends; as given, or as made for us. */
  secret: string;
  /** The private URL, at this world's address; of a tool that only listens the address alone. */
  url: string;
  send(payload: unknown, headers?: Record<string, string>): Promise<Answer>;
  read(): Promise<Data>;
  change(fields: Fields): Promise<Data>;
  test(): Promise<Data>;
  /** Newest first. */
  forwards(): Promise<Data[]>;
  /** The same, once nothing waits that could be sent now. */
  settled(): Promise<Data[]>;
  /** What waits for its next attempt is tried at once. */
  hurry(): Promise<void>;
  items(issueId: string): Promise<Data[]>;
}

export async function connect(
  world: World,
  appId: string,
  tool: string,
  fields: Fields = {},
): Promise<ConnectionClient> {
  const base = `/apps/${appId}/connections`;
  const made = await dataOf(world, "POST", base, { tool, ...fields });
  const path = made.url === null ? "" : new URL(made.url).pathname;
  const given = (fields.credentials as Record<string, string> | undefined)?.webhook_secret;
  const read = () => dataOf(world, "GET", `${base}/${made.id}`);
  const forwards = () => dataOf(world, "GET", `${base}/${made.id}/forwards?limit=200`);
  return {
    id: made.id,
    appId,
    secret: given ?? made.secret,
    url: world.address + path,
    send: (payload, headers) => post(world.address + path, payload, headers),
    read,
    change: (change) => dataOf(world, "PATCH", `${base}/${made.id}`, change),
    test: () => dataOf(world, "POST", `${base}/${made.id}/test`),
    forwards,
    async settled() {
      const isOver = async () => {
        const waits = (await forwards()).filter(({ state }: Data) => state === "pending");
        const { state, sent } = await read();
        return (
          waits.length === 0 ||
          state === "off" ||
          state === "paused" ||
          (waits[0].attempts > 0 && sent?.outcome === waits.at(-1).outcome)
        );
      };
      await expect.poll(isOver, { timeout: 120_000 }).toBe(true);
      return forwards();
    },
    async hurry() {
      await behind(world, `update connection set next_at = 1 where id = '${made.id}' and next_at is not null`);
    },
    items: (issueId) => dataOf(world, "GET", `/issues/${issueId}/items`),
  };
}
