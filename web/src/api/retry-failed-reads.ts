// What could not be loaded is tried again by itself: when the network or the server is back, and when somebody comes back
// to the page. Until then the page goes on saying what is wrong, and only a small question is asked of the server.
import type { Query, QueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { isRefusal } from "./client.ts";
import { onConnection } from "./live-updates.ts";

const FIRST_MS = 2_000;
const LONGEST_MS = 30_000;
/** After this long without trouble the pauses begin anew. */
const CALM_MS = 60_000;

let wait = FIRST_MS;
let lastAt = 0;

/** Reads again what is shown and could not be read. */
export function watchFailures(client: QueryClient): void {
  const cache = client.getQueryCache();
  let stop: (() => void) | undefined;
  cache.subscribe(() => {
    const isAny = cache.getAll().some(hasFailed);
    if (isAny === (stop !== undefined)) return;
    stop?.();
    stop = isAny ? untilAnswered(() => void client.refetchQueries({ predicate: hasFailed })) : undefined;
  });
}

/** Calls `retry` whenever it may work again, as long as the component stands. */
export function useRetryWhenBack(retry: () => void): void {
  const latest = useRef(retry);
  latest.current = retry;
  useEffect(() => untilAnswered(() => latest.current()), []);
}

function hasFailed(query: Query): boolean {
  const { status, fetchStatus, error } = query.state;
  return status === "error" && fetchStatus === "idle" && query.isActive() && !isRefusal(error);
}

/** Retries until the server answers. Gives the function that stops it. */
function untilAnswered(retry: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  let isOver = false;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(ask, wait);
    wait = Math.min(wait * 2, LONGEST_MS);
  };
  const ask = async () => {
    if (isAsking || isOver) return;
    isAsking = true;
    const isBack = document.visibilityState === "visible" && (await serverAnswers());
    isAsking = false;
    if (isOver) return;
    later();
    if (isBack) retry();
  };
  if (Date.now() - lastAt > CALM_MS) wait = FIRST_MS;
  later();
  const forget = onConnection(ask);
  window.addEventListener("online", ask);
  window.addEventListener("focus", ask);
  document.addEventListener("visibilitychange", ask);
  return () => {
    isOver = true;
    lastAt = Date.now();
    clearTimeout(timer);
    forget();
    window.removeEventListener("online", ask);
    window.removeEventListener("focus", ask);
    document.removeEventListener("visibilitychange", ask);
  };
}

/** Whether the server answers: anything below 500 shows that it is back. */
async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch("/readyz", { cache: "no-store", redirect: "error" })).status < 500;
  } catch {
    return false;
  }
}
