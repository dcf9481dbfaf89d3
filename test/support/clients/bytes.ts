// An answer as its bytes, for tests that must know more than what the JSON means.

import { SESSION } from "../conformance/session-cookie.ts";
import type { World } from "../server/test-server.ts";

export interface Bytes {
  status: number;
  headers: Headers;
  text: string;
}

/** One request with a key below /api/v1, or with a person's cookie below /ui/v1. A string is sent as it stands. */
export async function bytesOf(
  world: World,
  key: string,
  method: string,
  path: string,
  { body, headers = {}, at = world.address }: { body?: unknown; headers?: Record<string, string>; at?: string } = {},
): Promise<Bytes> {
  const isPerson = key.startsWith(SESSION);
  const response = await fetch(`${at}${isPerson ? "/ui/v1" : "/api/v1"}${path}`, {
    method,
    headers: {
      ...(isPerson ? { cookie: key, "sec-fetch-site": "same-origin" } : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    body: body === undefined || typeof body === "string" ? (body ?? null) : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
