// The audit log in tests: read as an admin reads it.
import { expect } from "vitest";
import type { World } from "../server/test-server.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
export type Entry = any;

/** The newest entries that fit a query such as `?action=key.`. */
export async function auditOf(world: World, query = ""): Promise<Entry[]> {
  const { status, body } = await world.call(world.admin, "GET", `/audit${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}

export async function newest(world: World, query = ""): Promise<Entry> {
  return (await auditOf(world, query))[0];
}

/** The entries of one request. */
export async function entriesOf(world: World, answer: { headers: Headers }): Promise<Entry[]> {
  const requestId = answer.headers.get("x-request-id");
  return (await auditOf(world)).filter((entry) => entry.request_id === requestId);
}
