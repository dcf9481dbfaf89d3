// The settings of signing in: with an issuer, by a proxy, and whether with a password.
import { ROLES, type Role } from "../domain/access/grant.ts";
import { MAX_ISSUER_NAME } from "../domain/limits.ts";
import { ConfigError } from "./config-error.ts";
import { type Environment, readSecret } from "./read-secret.ts";

/** An OpenID Connect issuer that people sign in with. */
export interface OidcSettings {
  issuer: string;
  clientId: string;
  /** The client's secret; null for a public client. */
  clientSecret: string | null;
  /** What the button says: "Sign in with …". */
  name: string;
  /** The role with which people join who are not invited; null: nobody does. */
  join: Role | null;
}

export interface SignInSettings {
  oidc: OidcSettings | null;
  /** Whether people sign in with a password. */
  passwordSignIn: boolean;
  /** The header in which a trusted proxy names who is signed in, in small letters; null: none does. */
  proxyUserHeader: string | null;
  /** Whether anybody who confirms an e-mail address makes a workspace of their own. */
  signUp: boolean;
}

const INVITED = "invited";
/** Headers that mean something else, or that anybody sets. */
const OTHER_HEADERS =
  /^(?:accept.*|authorization|connection|content-.*|cookie|forwarded|host|if-.*|origin|referer|sec-.*|transfer-encoding|upgrade|user-agent|x-forwarded-for|x-forwarded-host|x-forwarded-proto)$/;

export function readSignIn(env: Environment, hasProxies: boolean, sendsMail: boolean): SignInSettings {
  const oidc = readOidc(env);
  const proxyUserHeader = readProxyUserHeader(env, hasProxies);
  const passwordSignIn = readPasswordSignIn(env);
  if (!passwordSignIn && oidc === null && proxyUserHeader === null) {
    throw new ConfigError(
      "RETEST_PASSWORD_SIGN_IN is off, and there is no other way to sign in: give RETEST_OIDC_ISSUER or RETEST_PROXY_USER_HEADER.",
    );
  }
  return { oidc, passwordSignIn, proxyUserHeader, signUp: readSignUp(env, sendsMail, passwordSignIn) };
}

function readOidc(env: Environment): OidcSettings | null {
  const issuer = env.RETEST_OIDC_ISSUER?.trim();
  const secret = readSecret(env, "RETEST_OIDC_CLIENT_SECRET");
  const clientId = env.RETEST_OIDC_CLIENT_ID?.trim();
  if (!issuer) {
    const given = {
      RETEST_OIDC_CLIENT_ID: clientId,
      RETEST_OIDC_CLIENT_SECRET: secret,
      RETEST_OIDC_JOIN: env.RETEST_OIDC_JOIN,
    };
    const left = Object.entries({ ...given, RETEST_OIDC_NAME: env.RETEST_OIDC_NAME }).find(([, value]) => value)?.[0];
    if (left !== undefined)
      throw new ConfigError(`${left} is given without RETEST_OIDC_ISSUER: give both, or neither.`);
    return null;
  }
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  const isAddress =
    url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.search + url.hash === "";
  if (!isAddress) {
    throw new ConfigError(
      `RETEST_OIDC_ISSUER must be an https address without anything after its path, not ${JSON.stringify(issuer)}.`,
    );
  }
  if (!clientId) throw new ConfigError("RETEST_OIDC_CLIENT_ID must be given with RETEST_OIDC_ISSUER.");
  return { issuer, clientId, clientSecret: secret ?? null, name: readName(env, url.hostname), join: readJoin(env) };
}

function readName(env: Environment, host: string): string {
  const name = env.RETEST_OIDC_NAME?.trim() || host;
  if (name.length > MAX_ISSUER_NAME) {
    throw new ConfigError(`RETEST_OIDC_NAME must have at most ${MAX_ISSUER_NAME} characters.`);
  }
  return name;
}

function readJoin(env: Environment): Role | null {
  const text = env.RETEST_OIDC_JOIN?.trim() || INVITED;
  const role = ROLES.find((one) => one === text);
  if (role === undefined && text !== INVITED) {
    const allowed = [INVITED, ...ROLES].join(", ");
    throw new ConfigError(`RETEST_OIDC_JOIN must be one of ${allowed}, not ${JSON.stringify(text)}.`);
  }
  return role ?? null;
}

function readPasswordSignIn(env: Environment): boolean {
  const text = env.RETEST_PASSWORD_SIGN_IN?.trim() || "on";
  if (text !== "on" && text !== "off") {
    throw new ConfigError(`RETEST_PASSWORD_SIGN_IN must be on or off, not ${JSON.stringify(text)}.`);
  }
  return text === "on";
}

function readSignUp(env: Environment, sendsMail: boolean, passwordSignIn: boolean): boolean {
  const text = env.RETEST_SIGN_UP?.trim() || "off";
  if (text !== "open" && text !== "off") {
    throw new ConfigError(`RETEST_SIGN_UP must be off or open, not ${JSON.stringify(text)}.`);
  }
  if (text === "off") return false;
  if (!sendsMail) {
    throw new ConfigError(
      "RETEST_SIGN_UP is open, but no mail is set up, and an e-mail address is confirmed by mail: give RETEST_SMTP_URL and RETEST_MAIL_FROM.",
    );
  }
  if (!passwordSignIn) {
    throw new ConfigError(
      "RETEST_SIGN_UP is open, but RETEST_PASSWORD_SIGN_IN is off: whoever signs up sets a password.",
    );
  }
  return true;
}

function readProxyUserHeader(env: Environment, hasProxies: boolean): string | null {
  const name = env.RETEST_PROXY_USER_HEADER?.trim().toLowerCase();
  if (!name) return null;
  if (!/^[a-z0-9-]{1,64}$/.test(name) || OTHER_HEADERS.test(name)) {
    throw new ConfigError(
      `RETEST_PROXY_USER_HEADER must be the name of a header of its own, as in X-Forwarded-Email, not ${JSON.stringify(name)}.`,
    );
  }
  if (!hasProxies) {
    throw new ConfigError("RETEST_PROXY_USER_HEADER needs RETEST_TRUSTED_PROXIES: nobody else is believed.");
  }
  return name;
}
