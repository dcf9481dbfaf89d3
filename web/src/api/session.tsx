// Who is signed in, for everything below. Without a session the sign-in page stands in place of all others.
import { type Query, type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect } from "react";
import { leave } from "./before-sign-out.ts";
import { ApiError, get, request, type SignedIn } from "./client.ts";
import { draftsAreOf, forgetDrafts } from "./drafts.ts";
import { pageIsOf, readerId } from "./reader.ts";
import type { Me, Role } from "./types.ts";
import { showUnsaved } from "./unsaved-list.ts";
import { allowSending, leaveUnsaved, onSignIn, unsavedAreOf, unsavedChanges } from "./unsaved-store.ts";

const RANK: Record<Role, number> = { viewer: 0, tester: 1, admin: 2 };
const Session = createContext<Me | null>(null);

export const ME = ["me"] as const;
/** The key under which the reader's sessions are cached. */
export const SESSIONS = ["sessions"] as const;
export const ASSISTANTS = ["assistants"] as const;

/** The session's states without a person: they signed out, or it ended by itself. */
const LEFT = "left";
const ENDED = null;

/** The browser is signed in as somebody else than the page was read for: in another workspace, or under another address. */
interface Elsewhere {
  other: Me;
}

type Known = Me | Elsewhere | typeof LEFT | typeof ENDED;

interface SessionState {
  /** The person who is signed in; null while that is not known, undefined when nobody is (any more), or somebody else. */
  me: Me | null | undefined;
  other: Me | null;
  hasLeft: boolean;
  error: Error | null;
  retry(): void;
}

export function useSession(): SessionState {
  const { data, error, refetch } = useQuery<Known>({
    queryKey: ME,
    queryFn: findMe,
    staleTime: 60_000,
    retry: retryUnlessRefused,
  });
  const me = data === undefined ? null : isPerson(data) ? data : undefined;
  const other = isElsewhere(data) ? data.other : null;
  return { me, other, hasLeft: data === LEFT, error: data === undefined ? error : null, retry: () => void refetch() };
}

function isElsewhere(known: Known | undefined): known is Elsewhere {
  return typeof known === "object" && known !== null && "other" in known;
}

function isPerson(known: Known | undefined): known is Me {
  return typeof known === "object" && known !== null && "id" in known;
}

/** Whether the person that the page was read for is signed in, as far as that is known. */
export function isSignedIn(client: QueryClient): boolean {
  return isPerson(client.getQueryData<Known>(ME));
}

/** Whether somebody is signing out: what is refused meanwhile doesn't mean that their session has ended by itself. */
let isLeaving = false;

/** Notes that the server knows the session no more. Nobody is signed in where nobody was. */
export function noteEnded(client: QueryClient): void {
  if (isLeaving) return;
  allowSending(false);
  if (client.getQueryData(ME) !== LEFT) client.setQueryData(ME, ENDED);
}

/** Shows the page to the person who signed in: removes what was read for somebody else, and reads the rest again. */
export function noteSignedIn(client: QueryClient, me: Me): void {
  if (readerId() !== me.id) client.removeQueries({ predicate: isForReader });
  noteReader(me);
  client.setQueryData(ME, me);
  void client.invalidateQueries({ predicate: isForReader });
}

/** The request under way, shared by all that wait for it. */
let asked: Promise<SignedIn> | undefined;

/** Who is signed in now; the page tells if that isn't its reader. */
export function whoIsSignedIn(client: QueryClient): Promise<SignedIn> {
  asked ??= get<Me>("/me")
    .then(
      (me) => noteFound(client, me),
      () => "nobody" as const,
    )
    .finally(() => {
      asked = undefined;
    });
  return asked;
}

function noteFound(client: QueryClient, me: Me): SignedIn {
  if (readerId() === null) return "nobody";
  const known = knownOf(me);
  if (isElsewhere(known)) client.setQueryData(ME, known);
  else if (!isSignedIn(client)) noteSignedIn(client, me);
  return isElsewhere(known) ? "somebody else" : "the reader";
}

/** The person to show. If another tab signed in as somebody else, the page stays and its reader decides. */
function knownOf(me: Me): Me | Elsewhere {
  const reader = readerId();
  if (reader === null || reader === me.id) return me;
  allowSending(false);
  return { other: me };
}

function noteReader(me: Me): void {
  pageIsOf(me.id);
  draftsAreOf(me.id);
  unsavedAreOf(me);
  allowSending(true);
}

/** Whether a query depends on the reader; what an invitation offers is the same for everybody. */
function isForReader({ queryKey }: Query): boolean {
  return queryKey[0] !== ME[0] && queryKey[0] !== "offer";
}

export function SessionProvider({ me, children }: { me: Me; children: ReactNode }) {
  const client = useQueryClient();
  useEffect(
    () =>
      onSignIn(async () => {
        if ((await whoIsSignedIn(client)) === "nobody") await client.invalidateQueries({ queryKey: ME });
      }),
    [client],
  );
  return <Session.Provider value={me}>{children}</Session.Provider>;
}

/** The person who is signed in, below the provider. */
export function useMe(): Me {
  const me = useContext(Session);
  if (me === null) throw new Error("useMe stands outside of a session");
  return me;
}

/** Whether the person may do what needs this role. */
export function useHasRole(role: Role): boolean {
  return RANK[useMe().role] >= RANK[role];
}

/** The roles that somebody of this role can give. */
export function rolesUpTo(role: Role): Role[] {
  return (Object.keys(RANK) as Role[]).filter((one) => RANK[one] <= RANK[role]);
}

/** Whether the reader is an admin who reaches every app. */
export function useMayManage(): boolean {
  const { role, apps } = useMe();
  return role === "admin" && apps === null;
}

export function useSignOut(): (everywhere?: boolean) => Promise<void> {
  const client = useQueryClient();
  const signOut = async (everywhere = false, unsaved?: "keep" | "let go"): Promise<void> => {
    await leave();
    // What becomes of what could not be saved is for its writer to say.
    if (unsavedChanges().length > 0 && unsaved === undefined) {
      showUnsaved((what) => signOut(everywhere, what));
      return;
    }
    isLeaving = true;
    try {
      await request("DELETE", everywhere ? "/sessions" : "/session");
      // An answer that is still on its way would replace what is noted below.
      await client.cancelQueries({ queryKey: ME });
      allowSending(false);
      leaveUnsaved(unsaved === "keep");
      forgetDrafts();
      pageIsOf(null);
      client.setQueryData(ME, LEFT);
      client.removeQueries({ predicate: isForReader });
    } finally {
      isLeaving = false;
    }
  };
  return (everywhere) => signOut(everywhere);
}

/** A request that the server refused would be refused again. */
export function retryUnlessRefused(failures: number, error: Error): boolean {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return !refused && failures < 2;
}

async function findMe(): Promise<Known> {
  try {
    const known = knownOf(await get<Me>("/me"));
    if (isPerson(known)) noteReader(known);
    return known;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401 && !isLeaving) return null;
    throw error;
  }
}
