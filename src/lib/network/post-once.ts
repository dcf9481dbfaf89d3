// One POST to a stranger's URL, of which only what came of it counts.
import { type CallerOptions, type CallOutcome, createCaller } from "./call-once.ts";

export type PostOutcome = Pick<CallOutcome, "outcome" | "status" | "durationMs">;
export type Post = (url: string, headers: Record<string, string>, body: Buffer) => Promise<PostOutcome>;

/** Makes a function that posts and never throws. */
export function createPoster(options: CallerOptions): Post {
  const call = createCaller(options);
  return async (url, headers, body) => {
    const { outcome, status, durationMs } = await call({ method: "POST", url, headers, body });
    return { outcome, status, durationMs };
  };
}
