// What was read from the server, kept while it holds. The live stream says when an app has changed (live-updates.ts); nothing is
// asked for again by the clock.
import { notifyManager, QueryClient } from "@tanstack/react-query";
import { askWhatWasFetchedAhead, askWhoIsSignedIn, onHeldBack, onSignedOut } from "./client.ts";
import { takeFetchedAhead } from "./fetched-ahead.ts";
import { watchFailures } from "./retry-failed-reads.ts";
import { ME, noteEnded, retryUnlessRefused, whoIsSignedIn } from "./session.tsx";

// Changes are told before the next drawing: a choice that is shown at once must not be seen to jump back first.
notifyManager.setScheduler(queueMicrotask);

export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: retryUnlessRefused, refetchOnWindowFocus: true },
      // Without a network they fail at once and say so, instead of waiting silently for it.
      mutations: { networkMode: "always" },
    },
  });
  onSignedOut(() => noteEnded(client));
  askWhatWasFetchedAhead(takeFetchedAhead);
  askWhoIsSignedIn(() => whoIsSignedIn(client));
  onHeldBack(() => void client.invalidateQueries({ queryKey: ME }));
  watchFailures(client);
  return client;
}
