// An OpenID Connect issuer: where people are sent to sign in, and what it says of whoever comes back (authorization code with PKCE). It is
// asked for what it is when that is first needed, so that a server starts without it.
import type * as OpenId from "openid-client";
import type { CallOutcome, MakeCall } from "./call-once.ts";

export interface IssuerSettings {
  issuer: string;
  clientId: string;
  /** Null: the client is known by PKCE alone. */
  clientSecret: string | null;
  /** Where the issuer sends people back to. */
  redirectUri: string;
  call: MakeCall;
}

/** What must match when somebody comes back from the issuer, so that they are believed. */
export interface Checks {
  state: string;
  nonce: string;
  verifier: string;
}

/** What the issuer says of whoever came back. All of it comes from one place: an address is never read beside another's word for it. */
export interface IssuerWord {
  /** Itself, or the tenant of it that has spoken. */
  issuer: string;
  subject: string;
  said: Record<string, unknown>;
  /** When they signed in there, in seconds, if it says so. */
  authTime: unknown;
}

/** `away`: it does not answer, or not as an issuer does. `refused`: it has said no. `wrong`: what it said is not to be believed. */
export type IssuerFailure = "away" | "refused" | "wrong";

export class IssuerError extends Error {
  readonly why: IssuerFailure;
  /** What was wrong, for the log, without anything that was said. */
  readonly code: string;

  constructor(why: IssuerFailure, code: string) {
    super(`The issuer can't be used: ${why} (${code}).`);
    this.why = why;
    this.code = code;
  }
}

const SCOPE = "openid email profile";
/** Clocks that differ by no more are of one time. */
const CLOCK_TOLERANCE_S = 60;
/** What the issuer says of itself, its keys apart, seldom changes. */
const ASK_AGAIN_MS = 10 * 60_000;

type Lib = typeof OpenId;

export class OpenIdIssuer {
  private readonly settings: IssuerSettings;
  private readonly clock: () => number;
  private asked: { config: Promise<OpenId.Configuration>; at: number } | undefined;

  constructor(settings: IssuerSettings, clock: () => number) {
    this.settings = settings;
    this.clock = clock;
  }

  get url(): string {
    return this.settings.issuer;
  }

  /** Begins a sign-in: the issuer's address with further parameters, and what to check on return. Throws `IssuerError`. */
  async begin(more: Record<string, string> = {}): Promise<{ location: string; checks: Checks }> {
    const lib = await import("openid-client");
    const config = await this.config(lib);
    const checks = { state: lib.randomState(), nonce: lib.randomNonce(), verifier: lib.randomPKCECodeVerifier() };
    const location = lib.buildAuthorizationUrl(config, {
      redirect_uri: this.settings.redirectUri,
      scope: SCOPE,
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await lib.calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: "S256",
      ...more,
    });
    return { location: location.href, checks };
  }

  /** `search` is what the address has that somebody came back to. Throws `IssuerError`. */
  async finish(search: string, { state, nonce, verifier }: Checks): Promise<IssuerWord> {
    const lib = await import("openid-client");
    const config = await this.config(lib);
    const url = new URL(this.settings.redirectUri);
    url.search = search;
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
    const tokens = await heard(lib.authorizationCodeGrant(config, url, checks));
    const claims = tokens.claims()!;
    const { iss: issuer, sub: subject, auth_time: authTime } = claims;
    if (claims.email !== undefined || config.serverMetadata().userinfo_endpoint === undefined) {
      return { issuer, subject, authTime, said: claims };
    }
    return { issuer, subject, authTime, said: await heard(lib.fetchUserInfo(config, tokens.access_token, subject)) };
  }

  /** The issuer's configuration: asked for once for all who wait, and again after a while or a failure. */
  private config(lib: Lib): Promise<OpenId.Configuration> {
    const now = this.clock();
    if (this.asked === undefined || Math.abs(now - this.asked.at) > ASK_AGAIN_MS) {
      const asked = { config: heard(this.discover(lib)), at: now };
      this.asked = asked;
      asked.config.catch(() => {
        if (this.asked === asked) this.asked = undefined;
      });
    }
    return this.asked.config;
  }

  private async discover(lib: Lib): Promise<OpenId.Configuration> {
    const { issuer, clientId, clientSecret, call } = this.settings;
    const isPlain = issuer.startsWith("http:");
    const plainly = isPlain ? { execute: [lib.allowInsecureRequests] } : {};
    const found = await lib.discovery(new URL(issuer), clientId, undefined, undefined, {
      ...plainly,
      [lib.customFetch]: fetchBy(call),
    });
    const server = found.serverMetadata();
    const config = new lib.Configuration(
      server,
      clientId,
      { [lib.clockTolerance]: CLOCK_TOLERANCE_S },
      authentication(lib, clientSecret, server.token_endpoint_auth_methods_supported),
    );
    config[lib.customFetch] = fetchBy(call);
    if (isPlain) lib.allowInsecureRequests(config);
    // What comes over a connection of our own is held against the issuer's keys all the same.
    lib.enableNonRepudiationChecks(config);
    return config;
  }
}

/** `client_secret_basic` is what goes without saying. */
function authentication(lib: Lib, secret: string | null, methods: readonly string[] = []): OpenId.ClientAuth {
  if (secret === null) return lib.None();
  return methods.includes("client_secret_post") ? lib.ClientSecretPost(secret) : lib.ClientSecretBasic(secret);
}

/** The library's requests by our own way out, which holds each to where it may go, how long it may take and how much it may bring. */
function fetchBy(call: MakeCall): OpenId.CustomFetch {
  return async (url, { method, headers, body }) => {
    const sent = body === undefined || body === null ? null : Buffer.from(String(body));
    const outcome = await call({ method, url, headers: { ...headers }, body: sent });
    if (outcome.status === null) throw new IssuerError("away", outcome.outcome);
    return new Response(isEmpty(outcome) ? null : new Uint8Array(outcome.answer), {
      status: outcome.status,
      headers: plainHeaders(outcome),
    });
  };
}

/** Whether the status is one whose answers never have a body. */
function isEmpty({ status }: CallOutcome): boolean {
  return status === 204 || status === 205 || status === 304;
}

function plainHeaders({ headers }: CallOutcome): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
}

/** What the library throws, in the three ways that matter. */
async function heard<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw failureOf(error);
  }
}

/** Codes that say that the issuer is not there, or is no issuer. */
const AWAY =
  /NOT_JSON|NOT_CONFORM|PARSE_ERROR|METADATA|COMPARISON.*ATTRIBUTE|JSON_ATTRIBUTE|TIMEOUT|HTTP_REQUEST_FORBIDDEN|PROTOCOL/;

function failureOf(error: unknown): IssuerError {
  if (error instanceof IssuerError) return error;
  const { code, error: said, cause, name } = error as { code?: string; error?: string; cause?: unknown; name?: string };
  if (cause instanceof IssuerError) return cause;
  // What the issuer says no with is a word of a short list; anything else is not for a log.
  if (code === "OAUTH_AUTHORIZATION_RESPONSE_ERROR") return new IssuerError("refused", wordOf(said));
  if (code === "OAUTH_RESPONSE_BODY_ERROR") return new IssuerError("wrong", wordOf(said));
  return new IssuerError(AWAY.test(code ?? "") ? "away" : "wrong", code ?? name ?? "unknown");
}

function wordOf(text: unknown): string {
  return typeof text === "string" && /^[a-z_]{1,40}$/.test(text) ? text : "error";
}
