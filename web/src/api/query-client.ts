// What was read from the server, kept while it holds. The live stream says when an app has changed (live.ts); nothing is
// asked for again by the clock.
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "./client.ts";
import { ME, retryUnlessRefused } from "./session.tsx";

export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error) => noteSignedOut(client, error) }),
    mutationCache: new MutationCache({ onError: (error) => noteSignedOut(client, error) }),
    defaultOptions: { queries: { staleTime: 30_000, retry: retryUnlessRefused, refetchOnWindowFocus: true } },
  });
  return client;
}

/** A session that ended shows the sign-in page; what was typed elsewhere stays in its fields until then. */
function noteSignedOut(client: QueryClient, error: Error): void {
  if (error instanceof ApiError && error.status === 401) client.setQueryData(ME, null);
}
