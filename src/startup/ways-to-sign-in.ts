// How people sign in at this server, from its settings.
import type { Logger } from "pino";
import { CALLS_AT_ONCE, MAX_TOOL_ANSWER_BYTES, TOOL_TIMEOUT_MS } from "../domain/limits.ts";
import type { SignInWays } from "../http/pipeline/services.ts";
import { OIDC_CALLBACK } from "../http/sign-in/oidc-endpoints.ts";
import { isLoopback } from "../http/transport/client-address.ts";
import type { Clock } from "../lib/clock.ts";
import { createCaller } from "../lib/network/call-once.ts";
import { OpenIdIssuer } from "../lib/network/open-id-issuer.ts";
import { bareHost } from "../lib/network/public-address.ts";
import type { Config } from "./config.ts";

type Settings = Pick<
  Config,
  "oidc" | "passwordSignIn" | "signUp" | "proxyUserHeader" | "baseUrl" | "notifyAllowedHosts"
>;

export function waysToSignIn(config: Settings, clock: Clock, logger: Logger): SignInWays {
  const { oidc, passwordSignIn: password, proxyUserHeader: proxyHeader, signUp } = config;
  if (oidc === null) return { password, signUp, oidc: null, proxyHeader };
  const { name, join, ...settings } = oidc;
  if (isOverheard(new URL(oidc.issuer))) {
    logger.warn(
      "RETEST_OIDC_ISSUER is an http address: whoever is on the way there can sign in as anybody. Use https.",
    );
  }
  const call = createCaller({
    // Where the operator sends people to sign in may be a host of their own network.
    allowedHosts: new Set([...config.notifyAllowedHosts, placeOf(new URL(oidc.issuer))]),
    clock,
    atOnce: CALLS_AT_ONCE,
    timeoutMs: TOOL_TIMEOUT_MS,
    maxAnswer: MAX_TOOL_ANSWER_BYTES,
  });
  const redirectUri = config.baseUrl + OIDC_CALLBACK;
  const issuer = new OpenIdIssuer({ ...settings, redirectUri, call }, clock);
  return { password, signUp, oidc: { issuer, name, join }, proxyHeader };
}

function isOverheard(url: URL): boolean {
  return url.protocol === "http:" && url.hostname !== "localhost" && !isLoopback(bareHost(url));
}

/** The host with its port, as hosts are listed. */
function placeOf({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port || (protocol === "https:" ? "443" : "80")}`;
}
