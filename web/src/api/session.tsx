// Who is signed in, for everything below. Without a session the sign-in page stands in place of all others.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import { ApiError, get, request } from "./client.ts";
import type { Me, Role } from "./types.ts";

const RANK: Record<Role, number> = { viewer: 0, tester: 1, admin: 2 };
const Session = createContext<Me | null>(null);

export const ME = ["me"] as const;

/** The person who is signed in; null while that is not known, undefined when nobody is. */
export function useSession(): { me: Me | null | undefined; error: Error | null } {
  const { data, error } = useQuery({ queryKey: ME, queryFn: findMe, staleTime: 60_000, retry: retryUnlessRefused });
  return { me: data === undefined ? null : (data ?? undefined), error: data === undefined ? error : null };
}

export function SessionProvider({ me, children }: { me: Me; children: ReactNode }) {
  return <Session.Provider value={me}>{children}</Session.Provider>;
}

/** The person who is signed in, below the provider. */
export function useMe(): Me {
  const me = useContext(Session);
  if (me === null) throw new Error("useMe stands outside of a session");
  return me;
}

/** Whether the person may do what needs this role. */
export function useMay(role: Role): boolean {
  return RANK[useMe().role] >= RANK[role];
}

/** An admin who reaches every app. */
export function useMayManage(): boolean {
  const { role, apps } = useMe();
  return role === "admin" && apps === null;
}

export function useSignOut(): (everywhere?: boolean) => Promise<void> {
  const client = useQueryClient();
  return async (everywhere = false) => {
    await request("DELETE", everywhere ? "/sessions" : "/session");
    // Clearing everything would leave whoever shows the person looking at what is gone.
    client.setQueryData(ME, null);
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME[0] });
  };
}

/** A request that the server refused would be refused again. */
export function retryUnlessRefused(failures: number, error: Error): boolean {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return !refused && failures < 2;
}

async function findMe(): Promise<Me | null> {
  try {
    return await get<Me>("/me");
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}
