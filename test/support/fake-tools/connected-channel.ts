// An app that is connected with a channel: whatever happens to its issues is posted to a receiver.
import { expect } from "vitest";
import { dataOf } from "../checks/route-table.ts";
import type { World } from "../server/test-server.ts";

type Fields = Record<string, unknown>;

export interface Channel {
  app: { id: string };
  /** The path of the connection. */
  path: string;
  connection(): Promise<Fields & { state: string; failures: number; sent: { outcome: string } | null }>;
  /** Newest first. */
  forwards(): Promise<(Fields & { kind: string; state: string; attempts: number; outcome: string | null })[]>;
  /** The same, once none of them waits any more. */
  settled(): ReturnType<Channel["forwards"]>;
}

export async function openChannel(
  world: World,
  url: string,
  fields: Fields = {},
  settings: Fields = {},
): Promise<Channel> {
  const app = await world.app({ mode: "live", ...fields });
  return connectChannel(world, app, url, settings);
}

/** One more connection of the same app. */
export async function connectChannel(
  world: World,
  app: { id: string },
  url: string,
  settings: Fields = {},
): Promise<Channel> {
  const place = `/apps/${app.id}/connections`;
  const { id } = await dataOf(world, "POST", place, { tool: "slack", settings, credentials: { webhook_url: url } });
  const path = `${place}/${id}`;
  const channel: Channel = {
    app,
    path,
    connection: () => dataOf(world, "GET", path),
    forwards: () => dataOf(world, "GET", `${path}/forwards?limit=200`),
    async settled() {
      const waiting = async () => (await channel.forwards()).filter(({ state }) => state === "pending").length;
      await expect.poll(waiting, { timeout: 120_000 }).toBe(0);
      return channel.forwards();
    },
  };
  return channel;
}
