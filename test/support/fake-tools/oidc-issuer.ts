// A real OpenID Connect issuer on this machine, whose accounts and answers a test decides.
import { createPrivateKey, generateKeyPairSync, sign } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";
import type { Config } from "../../../src/startup/config.ts";

export const CLIENT = { id: "retest", secret: "a secret of the client that is long enough" };

export interface OidcIssuer {
  url: string;
  /** Who signs in next, and what is said of them. */
  account: { sub: string; [claim: string]: unknown };
  /** Changes what the next tokens say. Signed again with the issuer's key, or with another's. */
  forge: ((claims: Record<string, unknown>) => Record<string, unknown>) | null;
  forgesKey: boolean;
  /** The person says no. */
  refuses: boolean;
  /** Asks a person in a browser to press a button. */
  asks: boolean;
  /** Answers nothing but errors. */
  isBroken: boolean;
  /** How often each path was asked for. */
  asked: string[];
  settings: NonNullable<Config["oidc"]>;
  close(): Promise<void>;
}

const newKey = () => generateKeyPairSync("rsa", { modulusLength: 2_048 }).privateKey.export({ format: "jwk" });

/** `redirectUri` is where it sends people back to. */
export async function startOidcIssuer(redirectUri = "http://localhost:3000/auth/oidc/callback"): Promise<OidcIssuer> {
  const key = { ...newKey(), kid: "one", alg: "RS256", use: "sig" };
  const other = newKey();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer: OidcIssuer = {
    url,
    account: { sub: "nobody" },
    forge: null,
    forgesKey: false,
    refuses: false,
    asks: false,
    isBroken: false,
    asked: [],
    settings: { issuer: url, clientId: CLIENT.id, clientSecret: CLIENT.secret, name: "Example ID", join: null },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const accounts = new Map<string, OidcIssuer["account"]>();
  const provider = new Provider(url, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
        grant_types: ["authorization_code"],
        response_types: ["code"],
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ["of the issuer"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "preferred_username"] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
    findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => accounts.get(id) ?? { sub: id } }),
    renderError: (context: { body: string }, out: object) => {
      context.body = JSON.stringify(out);
    },
  });
  provider.use(async (context, next) => {
    await next();
    const { id_token: token } = context.body as { id_token?: unknown };
    if (context.oidc?.route !== "token" || issuer.forge === null || typeof token !== "string") return;
    const claims = JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString());
    context.body.id_token = signed(issuer.forge(claims), issuer.forgesKey ? other : key);
  });
  const answer = provider.callback();
  const interact = async (request: IncomingMessage, response: ServerResponse) => {
    if (issuer.asks && !request.url!.endsWith("/yes")) {
      const page = `<!doctype html><html lang="en"><title>Example ID</title><h1>Example ID</h1><p><a href="${request.url}/yes">Continue as ${issuer.account.sub}</a></p></html>`;
      response.writeHead(200, { "content-type": "text/html" }).end(page);
      return;
    }
    if (issuer.refuses) {
      await provider.interactionFinished(request, response, { error: "access_denied", error_description: "no" });
      return;
    }
    const { params } = await provider.interactionDetails(request, response);
    const { sub } = issuer.account;
    accounts.set(sub, issuer.account);
    const grant = new provider.Grant({ accountId: sub, clientId: params.client_id });
    grant.addOIDCScope(params.scope);
    const result = { login: { accountId: sub, remember: false }, consent: { grantId: await grant.save() } };
    await provider.interactionFinished(request, response, result);
  };
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    issuer.asked.push(request.url!.split("?")[0]!);
    if (issuer.isBroken) response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad gateway</h1>");
    else if (request.url!.startsWith("/interaction/")) void interact(request, response);
    else answer(request, response);
  });
  return issuer;
}

function signed(claims: object, key: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const head = `${part({ alg: "RS256", typ: "JWT", kid: "one" })}.${part(claims)}`;
  const signature = sign("sha256", Buffer.from(head), createPrivateKey({ key, format: "jwk" } as never));
  return `${head}.${signature.toString("base64url")}`;
}
