// What reaches the servers of this process, as it comes: for tests in which something must happen while a request is under way.
import diagnostics from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setImmediate as turn } from "node:timers/promises";
import { vi } from "vitest";
import type { Action } from "../../../src/actions/define-action.ts";
import type { World } from "./test-server.ts";

const CHANNEL = "http.server.request.start";

interface Arrival {
  request: IncomingMessage;
  response: ServerResponse;
}

/** The next request whose address begins like this, when its headers are there. */
export function nextArrival(path: string): Promise<Arrival> {
  return new Promise((resolve) => {
    const look = (message: unknown) => {
      const arrival = message as Arrival;
      if (!arrival.request.url!.startsWith(path)) return;
      diagnostics.unsubscribe(CHANNEL, look);
      resolve(arrival);
    };
    diagnostics.subscribe(CHANNEL, look);
  });
}

/** Resolves when the server reads the body of the next such request: all that is decided before has been. */
export async function nextBodyAwaited(path: string): Promise<void> {
  const { request } = await nextArrival(path);
  while (request.listenerCount("data") + request.listenerCount("readable") === 0) await turn();
}

/** How often the first server of the world has begun to perform the action, from now on. */
export function countPerformed(world: World, action: Pick<Action<never, unknown>, "name">): () => number {
  const spy = vi.spyOn(world.store.performer, "perform");
  const count = () => spy.mock.calls.filter(([{ name }]) => name === action.name).length;
  const before = count();
  return () => count() - before;
}
