// A request that is sent again for as long as the server is so busy that it waited in vain: on a slow machine many at once may.
import { expect } from "vitest";
import { expectError } from "../checks/expect-refusal.ts";
import type { Answer } from "../server/test-server.ts";

/** Whoever is refused so has changed nothing, and is told to try again. */
export async function untilHandled(ask: () => Promise<Answer>): Promise<Answer> {
  const answer = await ask();
  if (answer.status !== 503) return answer;
  expectError(answer, 503, "unavailable");
  expect(answer.headers.has("retry-after")).toBe(true);
  return untilHandled(ask);
}
