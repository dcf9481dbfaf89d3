// How a server is told to end, and how long it may take: SIGTERM and SIGINT stop it, SIGQUIT lets it leave.

export const STOPPING = "stopping: finishing the requests that have begun";
export const LEAVING = "draining: not ready at /readyz, but still answering every request";

/** A server that has not stopped by then is ended. */
export const STOP_WITHIN_MS = 10_000;

/** So long a balancer may take to see that a server leaves. */
export const NOTICE_MS = 5_000;

/** SIGTERM and SIGINT: stop now. SIGQUIT: leave without anybody noticing. */
export function stopSignal(): Promise<"stop" | "drain"> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => resolve("stop"));
    process.once("SIGQUIT", () => resolve("drain"));
  });
}
