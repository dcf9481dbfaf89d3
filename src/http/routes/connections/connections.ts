// /apps/:id/connections

import {
  changeConnection,
  createConnection,
  removeConnection,
} from "../../../actions/connections/configure-connection.ts";
import { requirePlatforms } from "../../../domain/apps/platforms.ts";
import {
  connectionUrl,
  makeConnectionToken,
  openConnectionToken,
  sealCredentials,
} from "../../../domain/connections/connection-secrets.ts";
import { Fault } from "../../../domain/fault.ts";
import { toolNamed } from "../../../integrations/tool-registry.ts";
import type { FieldKind } from "../../../integrations/toolkit/tool-definition.ts";
import { newSecret, newStandardSecret } from "../../../lib/crypto/token.ts";
import { newId } from "../../../lib/ids.ts";
import { quote } from "../../../lib/text/text.ts";
import { getAppConfig } from "../../../storage/apps/app-config.ts";
import { type App, findAnyApp, findApp, getApp } from "../../../storage/apps/apps.ts";
import { type Connection, getConnection, listConnections } from "../../../storage/connections/connections.ts";
import {
  ChangeConnectionBody,
  ConnectionSchema,
  CreateConnectionBody,
  changedFields,
  NewConnectionSchema,
  presentConnection,
} from "../../../wire/connections/connection.ts";
import { dataOf, presentData, presentList } from "../../../wire/envelope.ts";
import { requireValid } from "../../../wire/require-valid.ts";
import { authorOf } from "../../pipeline/audit-author.ts";
import { requireReceiver } from "../../pipeline/require-callable-url.ts";
import { type Call, type Route, route } from "../../pipeline/route.ts";

export const connectionRoutes: Route[] = [
  route({
    method: "GET",
    path: "/apps/:id/connections",
    summary: "List an app's connections to other tools, with the state of each",
    role: "admin",
    subject: "app",
    response: dataOf(ConnectionSchema.array()),
    async handle(call) {
      const app = await appOf(call);
      const rows = await listConnections(call.services.reader, app.id);
      const connections = await Promise.all(rows.map((row) => shownConnection(call, app, row)));
      return { body: presentList(connections.map((connection) => JSON.stringify(connection))) };
    },
  }),
  route({
    method: "POST",
    path: "/apps/:id/connections",
    summary: "Connect an app to another tool; a generated secret is shown only once",
    role: "admin",
    subject: "app",
    body: CreateConnectionBody,
    response: dataOf(NewConnectionSchema),
    async handle(call) {
      const { services, actor, body } = call;
      const app = await appOf(call);
      const { tool, name, settings } = body;
      const { generated, credentials } = toolNamed(tool).fields;
      const isAsked = generated !== undefined && body.credentials[generated] === undefined;
      const secret = isAsked ? secretOf(credentials[generated]!) : null;
      const plain = secret === null ? body.credentials : { ...body.credentials, [generated!]: secret };
      await requireCallable(call, tool, { ...settings, ...plain });
      await requireKnownNames(call, app, settings);
      const id = newId("con", services.clock());
      const sealed = sealCredentials(services.cipher, id, plain);
      const token = makeConnectionToken(services.cipher, id);
      const input = { actor, app: app.id, id, tool, name, settings, credentials: sealed, ...token };
      const row = await services.performer.perform(createConnection, input, authorOf(call));
      const more = secret === null ? {} : { secret };
      return {
        status: 201,
        body: presentData(JSON.stringify({ ...(await shownConnection(call, app, row)), ...more })),
      };
    },
  }),
  route({
    method: "GET",
    path: "/apps/:id/connections/:connection",
    summary: "Get a connection",
    role: "admin",
    subject: "app",
    response: dataOf(ConnectionSchema),
    async handle(call) {
      const app = await appOf(call);
      return present(call, app, await getConnection(call.services.reader, app.id, call.part));
    },
  }),
  route({
    method: "PATCH",
    path: "/apps/:id/connections/:connection",
    summary: "Change or resume a connection",
    role: "admin",
    subject: "app",
    body: ChangeConnectionBody,
    response: dataOf(ConnectionSchema),
    async handle(call) {
      const { services, actor, part, body } = call;
      const app = await appOf(call);
      const row = await getConnection(services.reader, app.id, part);
      const { tool } = row;
      const settings = body.settings && requireValid(changedFields(tool, "settings"), body.settings, "settings");
      const credentials =
        body.credentials && requireValid(changedFields(tool, "credentials"), body.credentials, "credentials");
      await requireCallable(call, tool, { ...settings, ...credentials });
      await requireKnownNames(call, app, settings ?? {});
      if (Array.isArray(settings?.apps)) settings.apps = [...settings.apps, ...(await archivedAmong(call, row))];
      const input = {
        actor,
        app: app.id,
        id: part,
        ...(body.name === undefined ? {} : { name: body.name }),
        ...(body.enabled === undefined ? {} : { enabled: body.enabled }),
        ...(body.paused === undefined ? {} : { paused: body.paused }),
        ...(settings === undefined ? {} : { settings }),
        ...(credentials === undefined ? {} : { credentials: sealed(services, part, credentials) }),
      };
      return present(call, app, await services.performer.perform(changeConnection, input, authorOf(call)));
    },
  }),
  route({
    method: "DELETE",
    path: "/apps/:id/connections/:connection",
    summary: "Remove a connection and its unsent messages; nothing is deleted in the tool",
    role: "admin",
    subject: "app",
    response: null,
    async handle(call) {
      const { services, actor, part } = call;
      const app = await appOf(call);
      await services.performer.perform(removeConnection, { actor, app: app.id, id: part }, authorOf(call));
      return { status: 204, body: null };
    },
  }),
  route({
    method: "POST",
    path: "/apps/:id/connections/:connection/url",
    summary: "Replace a connection's URL; the old one stops working at once",
    role: "admin",
    subject: "app",
    response: dataOf(ConnectionSchema),
    async handle(call) {
      const { services, actor, part } = call;
      const app = await appOf(call);
      const input = { actor, app: app.id, id: part, ...makeConnectionToken(services.cipher, part) };
      return present(call, app, await services.performer.perform(changeConnection, input, authorOf(call)));
    },
  }),
];

function secretOf(kind: FieldKind): string {
  return kind === "standard secret" ? newStandardSecret() : newSecret();
}

type Here = Pick<Call, "services" | "actor" | "id">;

function appOf({ services, actor, id }: Here): Promise<App> {
  return getApp(services.reader, actor.reach, id);
}

/** The URL of a connection; null for a tool that only receives. */
function urlOf({ cipher, baseUrl }: Call["services"], row: Connection): string | null {
  const { intake } = toolNamed(row.tool);
  if (intake === null) return null;
  const token = openConnectionToken(cipher, row);
  return intake.addressFor?.(baseUrl, token) ?? connectionUrl(baseUrl, row.tool, token);
}

/** A connection as it is shown: of other apps that it names only those in reach, by their names. */
export async function shownConnection({ services, actor }: Here, app: App, row: Connection) {
  const shownRow = presentConnection(row, app, urlOf(services, row));
  const { apps } = shownRow.settings;
  if (!Array.isArray(apps)) return shownRow;
  const found = await Promise.all(apps.map((id: string) => findApp(services.reader, actor.reach, id)));
  const names = found.flatMap((app) => (app === undefined ? [] : [app.name]));
  return { ...shownRow, settings: { ...shownRow.settings, apps: names } };
}

/** The archived apps that a connection names: they are not shown, and stay named whatever is sent, because they may be restored. */
async function archivedAmong({ services, actor }: Here, { settings }: Connection): Promise<string[]> {
  const { apps = [] } = JSON.parse(settings) as { apps?: string[] };
  const reach = { ...actor.reach, apps: null };
  const found = await Promise.all(apps.map((id) => findAnyApp(services.reader, reach, id)));
  return found.flatMap((app) => (app === undefined || app.archivedAt === null ? [] : [app.id]));
}

async function present(call: Here, app: App, row: Connection) {
  return { body: presentData(JSON.stringify(await shownConnection(call, app, row))) };
}

/** Null, which removes one, stays as it is. */
function sealed(
  { cipher }: Call["services"],
  id: string,
  given: Record<string, unknown>,
): Record<string, string | null> {
  const set = Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== null);
  const removed = Object.keys(given).filter((name) => given[name] === null);
  return {
    ...sealCredentials(cipher, id, Object.fromEntries(set)),
    ...Object.fromEntries(removed.map((name) => [name, null])),
  };
}

/** Throws `invalid_request` when a field is called and must not be. */
async function requireCallable({ services }: Here, tool: string, fields: Record<string, unknown>): Promise<void> {
  const { addresses } = toolNamed(tool);
  for (const [name, value] of Object.entries(fields)) {
    if (addresses.includes(name) && typeof value === "string") await requireReceiver(services, name, value);
  }
}

/** Puts ids in place of the names of other apps. Throws `invalid_request`, `unknown_platform`. */
async function requireKnownNames(
  { services, actor }: Here,
  app: App,
  settings: Record<string, unknown>,
): Promise<void> {
  const codes = settings.default_platforms;
  if (Array.isArray(codes)) {
    requirePlatforms((await getAppConfig(services.reader, app)).platforms, codes as string[], "default_platforms");
  }
  if (Array.isArray(settings.apps)) {
    const ids = (settings.apps as string[]).map(async (name) => {
      const other = await findApp(services.reader, actor.reach, name);
      if (other !== undefined) return other.id;
      throw new Fault("invalid_request", `settings.apps: there is no app ${quote(name)} in your reach.`);
    });
    settings.apps = [...new Set(await Promise.all(ids))];
  }
}
