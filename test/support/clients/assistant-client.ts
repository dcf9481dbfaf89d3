// An assistant in tests: registers, is let in by a person, and comes with its tokens, at whichever server it is sent to.
import { createHash, randomBytes } from "node:crypto";
import type { World } from "../server/test-server.ts";

export const CALLBACK = "http://127.0.0.1:4711/callback";

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Data = any;

export interface ToolAnswer {
  status: number;
  headers: Headers;
  body: Data;
}

export interface LetIn {
  client: string;
  code: string;
  verifier: string;
  access: string;
  refresh: string;
}

/** What a client keeps for itself, and what it shows of it. */
export function proof(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

export function assistantsOf(world: World, address = () => world.address) {
  const send = async (
    path: string,
    body: string | URLSearchParams,
    headers: Record<string, string> = {},
  ): Promise<ToolAnswer> => {
    const response = await fetch(address() + path, { method: "POST", body, headers });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  const form = (path: string, fields: Record<string, string>) => send(path, new URLSearchParams(fields));
  const register = (fields: object = {}) =>
    send("/oauth/register", JSON.stringify({ client_name: "Test assistant", redirect_uris: [CALLBACK], ...fields }), {
      "content-type": "application/json",
    });
  /** What the page does once its person has said so. */
  const allow = (person: string, client: string, challenge: string, fields: object = {}) => {
    const asked = { client_id: client, redirect_uri: CALLBACK, code_challenge: challenge, role: "viewer", ...fields };
    return world.callAt(address(), person, "POST", "/assistants", asked);
  };
  const exchange = (client: string, code: string, verifier: string, fields: object = {}) =>
    form("/oauth/token", {
      grant_type: "authorization_code",
      client_id: client,
      code,
      code_verifier: verifier,
      redirect_uri: CALLBACK,
      ...fields,
    });
  const renew = (client: string, token: string) =>
    form("/oauth/token", { grant_type: "refresh_token", client_id: client, refresh_token: token });
  /** A client that has a code. */
  const begin = async (person: string, fields: object = {}) => {
    const { client_id: client } = (await register()).body as { client_id: string };
    const { verifier, challenge } = proof();
    const allowed = await allow(person, client, challenge, fields);
    const code = new URL(allowed.body.data.location).searchParams.get("code")!;
    return { client, code, verifier };
  };
  /** An assistant that a person has let in. */
  const letIn = async (person: string, fields: object = {}): Promise<LetIn> => {
    const begun = await begin(person, fields);
    const { body } = await exchange(begun.client, begun.code, begun.verifier);
    return { ...begun, access: body.access_token, refresh: body.refresh_token };
  };
  const mcp = async (token: string | null) => {
    const response = await fetch(`${address()}/mcp`, {
      method: "POST",
      headers: {
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
        "mcp-protocol-version": "2025-06-18",
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
    });
    await response.arrayBuffer();
    return response;
  };
  return { form, register, allow, exchange, renew, begin, letIn, mcp };
}
