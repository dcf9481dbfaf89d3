// Before each file of tests: whatever its tests fetch from our server is held against the API's document.
import { afterEach, expect } from "vitest";
import { faultsFound, holdAgainstDocument, isOurs } from "./held-answers.ts";

// Files share a process: the one before has put its own in place.
const kept = globalThis as { plainFetch?: typeof fetch };
kept.plainFetch ??= globalThis.fetch;
const { plainFetch } = kept;

globalThis.fetch = async (input, init) => {
  const response = await plainFetch(input, init);
  // A stream goes on.
  if (isOurs(response.headers) && response.headers.get("content-type") !== "text/event-stream") {
    const url = input instanceof Request ? input.url : String(input);
    const method = init?.method ?? (input instanceof Request ? input.method : "GET");
    const { status, headers } = response;
    const whole = response.clone().text();
    holdAgainstDocument(
      method,
      new URL(url).pathname,
      whole.then((text) => ({ status, headers, text })),
    );
  }
  return response;
};

afterEach(async () => {
  expect(await faultsFound(), "answers that are not as the API's document says").toEqual([]);
});
