// OAuth 2.1 for assistants: how they find out where to ask (RFC 9728, RFC 8414), register (RFC 7591), get tokens and give them back (RFC 7009).
// The person is asked by a page of the interface. Refusals have the form that OAuth gives them, unlike everywhere else.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import { renewTokens, revokeToken, type Tokens } from "../../actions/access/assistant-tokens.ts";
import { exchangeCode, registerClient } from "../../actions/access/authorize-assistant.ts";
import { ROLES } from "../../domain/access/grant.ts";
import { isResource, MCP_RESOURCE_PATH, RESOURCE_METADATA_PATH, redirectProblem } from "../../domain/access/oauth.ts";
import { Fault } from "../../domain/fault.ts";
import { CLIENT_REGISTRATIONS_A_MINUTE, MAX_OAUTH_BYTES, MAX_REDIRECTS } from "../../domain/limits/oauth-limits.ts";
import { isLongToken, tokenHash } from "../../lib/crypto/token.ts";
import { readJson } from "../../lib/formats/json.ts";
import { findClient } from "../../storage/access/oauth.ts";
import { rateScope } from "../../storage/workspace/counters.ts";
import { signedOutAuthor } from "../pipeline/audit-author.ts";
import type { MountedModule } from "../pipeline/mounted-module.ts";
import type { Services } from "../pipeline/services.ts";
import { clientAddress, shownAddress } from "../transport/client-address.ts";
import { OAUTH_HEADERS, PREFLIGHT_HEADERS, presentOAuthError } from "../transport/oauth-errors.ts";

const SERVER_METADATA = "/.well-known/oauth-authorization-server";
const AUTHORIZE = "/authorize";
const TOKEN = "/oauth/token";
const REGISTER = "/oauth/register";
const REVOKE = "/oauth/revoke";

const MAX_NAMES = 200;

/** A client's registration. Other fields are dropped, and the client is told so (RFC 7591, 3.2.1). */
const Registration = z.looseObject({
  redirect_uris: z.array(z.string()).min(1).max(MAX_REDIRECTS),
  client_name: z.string().max(1_000).nullish(),
});

class Refusal extends Error {
  readonly error: string;
  constructor(error: string, description: string) {
    super(description);
    this.error = error;
  }
}

export function oauthModule(services: Services): MountedModule {
  const { baseUrl, performer, publicLimit, reader } = services;
  const metadata: Record<string, object> = {
    [RESOURCE_METADATA_PATH]: resourceOf(baseUrl),
    [RESOURCE_METADATA_PATH + MCP_RESOURCE_PATH]: resourceOf(baseUrl),
    [SERVER_METADATA]: serverOf(baseUrl),
  };
  const authorOf = ({ raw, id: requestId }: FastifyRequest) =>
    signedOutAuthor(undefined, { address: shownAddress(raw, services.trustedProxies), requestId });

  const register = async (request: FastifyRequest) => {
    requireFew(services, request);
    const { name, redirects } = registrationIn(request.body as Buffer);
    const client = await performer.perform(registerClient, { name, redirects });
    return {
      client_id: client.id,
      client_id_issued_at: Math.floor(client.createdAt / 1_000),
      client_name: client.name,
      redirect_uris: redirects,
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    };
  };

  /** A client that is forgotten learns that it has to register again; one that is known, what is wrong. */
  const refusalOf = async (clientId: string, why: string) => {
    if ((await findClient(reader, clientId)) === undefined) {
      return new Refusal("invalid_client", "This client is not known here, or not any more: register again.");
    }
    return new Refusal("invalid_grant", why);
  };

  const token = async (request: FastifyRequest) => {
    const form = formIn(request);
    const author = authorOf(request);
    const clientId = required(form, "client_id");
    if (form.resource !== undefined && !isResource(baseUrl, form.resource)) {
      throw new Refusal("invalid_target", `resource: there is only ${baseUrl}${MCP_RESOURCE_PATH} here.`);
    }
    const grant = required(form, "grant_type");
    if (grant === "authorization_code") {
      const verifier = required(form, "code_verifier");
      const input = { code: required(form, "code"), clientId, redirect: form.redirect_uri, verifier };
      const given = isLongToken(input.code) ? await performer.perform(exchangeCode, input, author) : null;
      if (given !== null) return shownTokens(given);
      throw await refusalOf(clientId, "The code is not valid: it is used up, has expired, or is not this client's.");
    }
    if (grant === "refresh_token") {
      const given = await performer.perform(renewTokens, { token: required(form, "refresh_token"), clientId }, author);
      if (given !== null) return shownTokens(given);
      throw await refusalOf(clientId, "The refresh token is not valid: it was used before, has expired, or was ended.");
    }
    throw new Refusal("unsupported_grant_type", "grant_type: expected authorization_code or refresh_token.");
  };

  const revoke = async (request: FastifyRequest) => {
    const form = formIn(request);
    const input = { token: required(form, "token"), clientId: required(form, "client_id") };
    await performer.perform(revokeToken, input, authorOf(request));
    return {};
  };

  return {
    paths: {
      ...Object.fromEntries(Object.keys(metadata).map((path) => [path, ["GET", "HEAD", "OPTIONS"]])),
      ...Object.fromEntries([TOKEN, REGISTER, REVOKE].map((path) => [path, ["POST", "OPTIONS"]])),
    },
    mount(server: FastifyInstance) {
      for (const url of [...Object.keys(metadata), TOKEN, REGISTER, REVOKE]) {
        server.options(url, async (_request, reply) => {
          return reply.headers(PREFLIGHT_HEADERS).status(204).removeHeader("content-type").send();
        });
      }
      for (const [url, body] of Object.entries(metadata)) {
        server.route({
          method: ["GET", "HEAD"],
          url,
          handler: async (request, reply) => {
            publicLimit?.admit(request.raw);
            return send(reply, 200, JSON.stringify(body));
          },
        });
      }
      server.register(async (scope) => {
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
        const answers = { [TOKEN]: token, [REGISTER]: register, [REVOKE]: revoke };
        for (const [url, answer] of Object.entries(answers)) {
          scope.post(url, { bodyLimit: MAX_OAUTH_BYTES }, async (request, reply) => {
            publicLimit?.admit(request.raw);
            try {
              return send(reply, url === REGISTER ? 201 : 200, JSON.stringify(await answer(request)));
            } catch (error) {
              if (!(error instanceof Refusal)) throw error;
              return send(reply, 400, presentOAuthError(error.error, error.message));
            }
          });
        }
      });
    },
  };
}

function resourceOf(baseUrl: string) {
  return {
    resource: baseUrl + MCP_RESOURCE_PATH,
    authorization_servers: [baseUrl],
    scopes_supported: ROLES,
    bearer_methods_supported: ["header"],
    resource_name: "Retest",
  };
}

function serverOf(baseUrl: string) {
  return {
    issuer: baseUrl,
    authorization_endpoint: baseUrl + AUTHORIZE,
    token_endpoint: baseUrl + TOKEN,
    registration_endpoint: baseUrl + REGISTER,
    revocation_endpoint: baseUrl + REVOKE,
    scopes_supported: ROLES,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
  };
}

/** Anybody may register, so nobody may do it often. Throws `rate_limited`. */
function requireFew({ rates, clock, trustedProxies, publicLimit }: Services, { raw }: FastifyRequest): void {
  if (publicLimit === null) return;
  const scope = rateScope("registration", tokenHash(clientAddress(raw, trustedProxies)));
  const { isOver, seconds } = rates.count(scope, CLIENT_REGISTRATIONS_A_MINUTE, clock());
  if (isOver) throw new Fault("rate_limited", `Too many registrations; try again in ${seconds} s.`, undefined, seconds);
}

function registrationIn(bytes: Buffer | undefined): { name: string | undefined; redirects: string[] } {
  const read = readJson(bytes ?? Buffer.alloc(0), { maxNames: MAX_NAMES });
  const { data } = Registration.safeParse(read.ok ? read.value : undefined);
  if (data === undefined) {
    throw new Refusal("invalid_client_metadata", `Send JSON with redirect_uris, 1 to ${MAX_REDIRECTS} addresses.`);
  }
  for (const redirect of data.redirect_uris) {
    const problem = redirectProblem(redirect);
    if (problem !== null) throw new Refusal("invalid_redirect_uri", `redirect_uris: one of them ${problem}.`);
  }
  return { name: data.client_name ?? undefined, redirects: [...new Set(data.redirect_uris)] };
}

function formIn({ headers, body }: FastifyRequest): Record<string, string | undefined> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(headers["content-type"] ?? "")) {
    throw new Refusal("invalid_request", "Send a form, with Content-Type: application/x-www-form-urlencoded.");
  }
  const form: Record<string, string | undefined> = Object.create(null);
  for (const [name, value] of new URLSearchParams(String(body ?? ""))) {
    // What has no value counts as left out (RFC 6749, 3.1), and a resource may be named again (RFC 8707, 2).
    if (value === "" || (name === "resource" && form[name] === value)) continue;
    if (form[name] !== undefined) throw new Refusal("invalid_request", "A parameter appears twice.");
    form[name] = value;
  }
  return form;
}

function required(form: Record<string, string | undefined>, name: string): string {
  const value = form[name];
  if (value !== undefined && value.length <= 4_096 && !value.includes("\0")) return value;
  throw new Refusal("invalid_request", `${name}: required.`);
}

function shownTokens(given: Tokens): object {
  return {
    access_token: given.access,
    token_type: "Bearer",
    expires_in: given.seconds,
    refresh_token: given.refresh,
    scope: given.key.role,
  };
}

function send(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply.headers(OAUTH_HEADERS).status(status).send(body);
}
