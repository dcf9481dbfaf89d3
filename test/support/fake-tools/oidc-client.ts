// A browser that signs in with an issuer, step by step, so that a test can come between.
import { SESSION } from "../conformance/session-cookie.ts";
import type { OidcIssuer } from "./oidc-issuer.ts";

export interface Visit {
  /** What the browser keeps while it is away. */
  cookie: string;
  /** The path that the issuer sends it back to. */
  callback: string;
}

export interface Return {
  location: string | null;
  /** The cookie of the session, if one was opened. */
  session: string | undefined;
  cookies: string[];
}

/** To the issuer and through it; `cookie` is what the browser has of ours. */
export async function visitIssuer(address: string, issuer: OidcIssuer, returnTo = "/", cookie = ""): Promise<Visit> {
  const start = `${address}/auth/oidc/start?return_to=${encodeURIComponent(returnTo)}`;
  const begun = await fetch(start, { redirect: "manual", headers: { cookie } });
  return throughIssuer(issuer, begun.headers.get("location")!, kept(begun));
}

/** Signs in at the issuer, from the address that the browser was sent to. */
export async function throughIssuer(issuer: OidcIssuer, location: string, cookies: string[]): Promise<Visit> {
  const jar = new Map<string, string>();
  let at = new URL(location);
  while (at.origin === issuer.url) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(at, { redirect: "manual", headers: { cookie } });
    for (const one of answer.headers.getSetCookie()) {
      const [name, value] = one.split(";")[0]!.split(/=(.*)/s);
      jar.set(name!, value!);
    }
    const next = answer.headers.get("location");
    if (next === null) throw new Error(`the issuer answered ${answer.status}: ${await answer.text()}`);
    at = new URL(next, at);
  }
  return { cookie: cookies.join("; "), callback: at.pathname + at.search };
}

export async function comeBack(address: string, { cookie, callback }: Visit, more = ""): Promise<Return> {
  const headers = { cookie: [cookie, more].filter(Boolean).join("; ") };
  const answer = await fetch(address + callback, { redirect: "manual", headers });
  await answer.arrayBuffer();
  const cookies = kept(answer);
  const session = cookies.find((one) => one.startsWith(SESSION) && one !== SESSION);
  return { location: answer.headers.get("location"), session, cookies };
}

/** The cookies that an answer sets, as they are sent back. */
export function kept(answer: Response): string[] {
  return answer.headers.getSetCookie().map((one) => one.split(";")[0]!);
}
