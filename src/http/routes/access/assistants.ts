// /assistants and /assistant-request: people let assistants in, see those that they have let in, and end them.
import { endOwnAssistant } from "../../../actions/access/assistant-tokens.ts";
import { allowAssistant } from "../../../actions/access/authorize-assistant.ts";
import {
  isChallenge,
  isRegistered,
  isResource,
  redirectPlace,
  returnAddress,
  roleAsked,
} from "../../../domain/access/oauth.ts";
import { Fault, notFound } from "../../../domain/fault.ts";
import { MAX_STATE } from "../../../domain/limits/oauth-limits.ts";
import { listAssistantsOf } from "../../../storage/access/assistants.ts";
import { findClient } from "../../../storage/access/oauth.ts";
import { listSessionsOf } from "../../../storage/access/sessions.ts";
import {
  AllowAssistantBody,
  AllowedSchema,
  AssistantRequestQuery,
  AssistantRequestSchema,
} from "../../../wire/access/assistant.ts";
import { KeySchema, presentKey } from "../../../wire/access/key.ts";
import { dataOf, presentData, presentList } from "../../../wire/envelope.ts";
import { authorOf } from "../../pipeline/audit-author.ts";
import { personRoute, type Route } from "../../pipeline/route.ts";

interface AuthorizationQuery {
  redirect_uri: string;
  response_type?: string | undefined;
  code_challenge?: string | undefined;
  code_challenge_method?: string | undefined;
  resource?: string | undefined;
  state?: string | undefined;
}

/** The error for a client's wrong request; null if it is right. */
function errorOf(baseUrl: string, asked: AuthorizationQuery): string | null {
  const { response_type: type, code_challenge: challenge = "", code_challenge_method: method, resource } = asked;
  if (type !== "code") return "unsupported_response_type";
  if (method !== "S256" || !isChallenge(challenge)) return "invalid_request";
  if (resource !== undefined && resource !== "" && !isResource(baseUrl, resource)) return "invalid_target";
  return (asked.state ?? "").length > MAX_STATE ? "invalid_request" : null;
}

export const assistantRoutes: Route[] = [
  personRoute({
    method: "GET",
    path: "/assistant-request",
    summary: "Get who asks to be let in, and as what",
    role: "viewer",
    query: AssistantRequestQuery,
    response: dataOf(AssistantRequestSchema),
    async handle({ services, query }) {
      const client = await findClient(services.reader, query.client_id);
      // Nobody is sent to an address that was not registered: it may be anybody's.
      if (client === undefined || !isRegistered(JSON.parse(client.redirects) as string[], query.redirect_uri)) {
        throw notFound("assistant");
      }
      const error = errorOf(services.baseUrl, query);
      const refusedWith = (why: string) => {
        const told = { error: why, state: query.state, iss: services.baseUrl };
        return returnAddress(query.redirect_uri, told);
      };
      const data = {
        name: client.name,
        place: redirectPlace(query.redirect_uri),
        role: roleAsked(query.scope),
        refused: error === null ? null : refusedWith(error),
        denied: refusedWith("access_denied"),
      };
      return { body: presentData(JSON.stringify(data)) };
    },
  }),
  personRoute({
    method: "POST",
    path: "/assistants",
    summary: "Let an assistant in, with a role and a reach that are not above your own",
    role: "viewer",
    body: AllowAssistantBody,
    response: dataOf(AllowedSchema),
    async handle(call) {
      const { services, actor, body } = call;
      if (!isChallenge(body.code_challenge)) throw new Fault("invalid_request", "code_challenge: expected S256.");
      const { personId } = actor;
      const sessions = await listSessionsOf(services.reader, personId);
      const session = sessions.find(({ hash }) => hash === actor.sessionHash);
      const input = {
        workspaceId: actor.reach.workspaceId,
        personId,
        clientId: body.client_id,
        redirect: body.redirect_uri,
        challenge: body.code_challenge,
        role: body.role,
        apps: body.apps ?? null,
        isVouched: session !== undefined && session.vouchedBy !== null,
      };
      const code = await services.performer.perform(allowAssistant, input, authorOf(call));
      const location = returnAddress(body.redirect_uri, { code, state: body.state, iss: services.baseUrl });
      return { body: presentData(JSON.stringify({ location })) };
    },
  }),
  personRoute({
    method: "GET",
    path: "/assistants",
    summary: "List the assistants that you have let in",
    role: "viewer",
    response: dataOf(KeySchema.array()),
    async handle({ services, actor }) {
      const keys = await listAssistantsOf(services.reader, actor.personId, services.clock());
      return { body: presentList(keys.map((key) => JSON.stringify(presentKey({ ...key, maker: actor.name })))) };
    },
  }),
  personRoute({
    method: "DELETE",
    path: "/assistants/:id",
    summary: "End an assistant that you have let in",
    role: "viewer",
    response: null,
    async handle(call) {
      const { services, actor, id } = call;
      await services.performer.perform(endOwnAssistant, { personId: actor.personId, id }, authorOf(call));
      return { status: 204, body: null };
    },
  }),
];
