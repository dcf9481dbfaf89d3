// With what somebody can show again that it is still they: what they have, with or without a password.
import { post } from "../../api/client.ts";
import { hasPasskeys, signByPasskey } from "../../api/passkeys.ts";
import { useFactors } from "../../api/second-factors.ts";
import { useOwnSignIn, useSignInWays } from "../../api/sign-in-ways.ts";
import type { SentToIssuer } from "../../api/types.ts";

/** One that takes a press of a button, and nothing typed. */
export interface Way {
  label: string;
  /** Shown to people who have no other way to confirm. */
  words: string;
  /** Whether the browser goes elsewhere, and comes back. */
  leaves: boolean;
  take(): Promise<unknown>;
}

export function useWaysToConfirm(): { hasPassword: boolean; hasApp: boolean; others: Way[] } {
  const { data } = useFactors();
  const own = useOwnSignIn();
  const ways = useSignInWays();
  const has = (kind: string) => data?.factors.some((factor) => factor.kind === kind) === true;
  const isKnownAt = (place: "issuer" | "proxy") =>
    own?.identities.some(({ issuer }) => URL.canParse(issuer) === (place === "issuer")) === true;
  const others: Way[] = [];
  if (hasPasskeys() && has("passkey")) others.push(PASSKEY);
  const issuer = ways?.oidc ?? null;
  if (issuer !== null && isKnownAt("issuer")) others.push(again(issuer.name));
  if (ways !== undefined && ways.proxy !== null && isKnownAt("proxy")) others.push(PROXY);
  return { hasPassword: own?.has_password !== false, hasApp: has("totp"), others };
}

const PASSKEY: Way = {
  label: "Use a passkey",
  words: "What you are about to do asks for your passkey again.",
  leaves: false,
  take: async () => post("/session/confirm", { passkey: await signByPasskey("/session/confirm/passkey") }),
};

const PROXY: Way = {
  label: "Sign in again",
  words: "What you are about to do asks you to sign in again. The proxy in front of this server says who you are.",
  leaves: false,
  take: () => post("/session/proxy"),
};

function again(name: string): Way {
  return {
    label: `Sign in with ${name}`,
    words: `What you are about to do asks you to sign in with ${name} again. You come back to this page; then do it.`,
    leaves: true,
    take: async () => {
      const { location: there } = await post<SentToIssuer>("/session/confirm/issuer");
      location.assign(there);
    },
  };
}
