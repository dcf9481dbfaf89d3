// How people sign in here, and how the person who is signed in does.
import { useQuery } from "@tanstack/react-query";
import { get } from "./client.ts";
import type { OwnSignIn, SignInWays } from "./types.ts";

/** What there is where nobody can say: a server of the version before knows of nothing else. */
const PASSWORD_ONLY: SignInWays = { password: true, sign_up: false, oidc: null, proxy: null };

/** The ways to sign in; undefined until known. */
export function useSignInWays(): SignInWays | undefined {
  const { data, isError } = useQuery({
    queryKey: ["sign-in-ways"],
    queryFn: () => get<SignInWays>("/sign-in"),
    staleTime: 60_000,
    retry: false,
  });
  return data ?? (isError ? PASSWORD_ONLY : undefined);
}

export const OWN_SIGN_IN = ["own-sign-in"];

/** The reader's own ways to sign in; undefined until known. */
export function useOwnSignIn(): OwnSignIn | undefined {
  return useQuery({ queryKey: OWN_SIGN_IN, queryFn: () => get<OwnSignIn>("/me/sign-in") }).data;
}
