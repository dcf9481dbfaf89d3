// The workspaces that this browser is signed in to, or may open.
import { type QueryClient, useQuery } from "@tanstack/react-query";
import { leave } from "./before-sign-out.ts";
import { get, post } from "./client.ts";
import { readerId } from "./reader.ts";
import type { Me, OwnWorkspace, SignInNeeds } from "./types.ts";
import { allowSending } from "./unsaved-store.ts";

const OWN_WORKSPACES = ["own workspaces"] as const;

/** The workspaces that this browser can open; undefined until known. */
export function useOwnWorkspaces(): OwnWorkspace[] | undefined {
  const { data, isError } = useQuery({
    queryKey: OWN_WORKSPACES,
    queryFn: () => get<OwnWorkspace[]>("/session/workspaces"),
    staleTime: 0,
  });
  return data ?? (isError ? [] : undefined);
}

/** The one that the page was read in, where that is known. */
export function lastWorkspace(client: QueryClient): string | undefined {
  return client.getQueryData<OwnWorkspace[]>(OWN_WORKSPACES)?.find(({ person }) => person === readerId())?.id;
}

/** What waits to be saved is saved first, or waits on for whoever wrote it: nothing of it goes to the other workspace. */
export async function goToWorkspace(id: string): Promise<Me | SignInNeeds> {
  await leave();
  allowSending(false);
  try {
    const answer = await post<Me | SignInNeeds>("/session/workspace", { workspace: id });
    if ("needs" in answer) allowSending(true);
    return answer;
  } catch (error) {
    allowSending(true);
    throw error;
  }
}
