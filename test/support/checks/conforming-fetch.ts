// Before each file of tests: whatever its tests fetch from our server is held against the API's document.
import { afterEach, expect } from "vitest";

// Files share a process: the one before has put its own in place.
const kept = globalThis as { plainFetch?: typeof fetch };
kept.plainFetch ??= globalThis.fetch;
const { plainFetch } = kept;
const faults: string[] = [];
const pending: Promise<void>[] = [];

globalThis.fetch = async (input, init) => {
  const response = await plainFetch(input, init);
  // Every answer of ours has one, and no answer of others'. A stream goes on.
  const isOurs = response.headers.has("x-request-id");
  const type = response.headers.get("content-type");
  if (isOurs && type !== "text/event-stream") {
    const url = input instanceof Request ? input.url : String(input);
    const method = init?.method ?? (input instanceof Request ? input.method : "GET");
    pending.push(hold(method, new URL(url).pathname, response.clone()));
  }
  return response;
};

/** Loaded with the first answer: most files fetch nothing. */
async function hold(method: string, path: string, response: Response): Promise<void> {
  const { status, headers } = response;
  // One that was cut off can't be held against anything.
  const text = await response.text().catch(() => null);
  if (text === null) return;
  const { faultOf } = await import("./conformance.ts");
  const [type, etag] = [headers.get("content-type"), headers.get("etag")];
  const fault = faultOf({ method, path, status, type, text, etag });
  if (fault !== null) faults.push(fault);
}

afterEach(async () => {
  while (pending.length > 0) await Promise.all(pending.splice(0));
  const found = new Set(faults.splice(0));
  expect([...found], "answers that are not as the API's document says").toEqual([]);
});
