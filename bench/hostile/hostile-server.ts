// A server with an app for each kind of hostile content, and how each is sent. The lists are those of the tests.
import { freshPlace } from "../../test/support/clients/cli-settings.ts";
import { call, type RunningServer, serve } from "../../test/support/clients/run-cli.ts";
import { startPostgres } from "../../test/support/database/postgres-server.ts";
import { SLACK_BRACKETS, TEAMS_BRACKETS } from "../../test/support/hostile/hostile-chat.ts";
import { HOSTILE_DELIVERIES } from "../../test/support/hostile/hostile-deliveries.ts";
import { HOSTILE_ENVELOPES, LARGE_ENVELOPE } from "../../test/support/hostile/hostile-envelopes.ts";
import { GROUP_MAPPING, HOSTILE_GROUPS } from "../../test/support/hostile/hostile-groups.ts";
import { HOSTILE_EXPORTS, HOSTILE_RUNBOOKS } from "../../test/support/hostile/hostile-imports.ts";
import { formWithMap, READ_MAPS, REFUSED_MAPS } from "../../test/support/hostile/hostile-maps.ts";
import { HOSTILE_PULL_REQUESTS } from "../../test/support/hostile/hostile-pull-requests.ts";
import {
  HOSTILE_RUNBOOK,
  LIKE_REFS,
  READ_REPORTS,
  REFUSED_REPORTS,
} from "../../test/support/hostile/hostile-reports.ts";
import {
  fromSlack,
  fromTeams,
  hubSigned,
  SLACK_SECRET,
  slash,
  TEAMS_TOKEN,
} from "../../test/support/samples/signed-as-tool.ts";
import type { DatabaseKind } from "../../test/support/server/test-server.ts";
import type { HostileRequest } from "./hostile-request.ts";
import { hostileRequests } from "./hostile-requests.ts";
import { largeRequests } from "./large-requests.ts";

const BYTES = "application/octet-stream";
const HUB_SECRET = "a secret of this one";

export async function openHostileServer(
  database: DatabaseKind,
): Promise<{ server: RunningServer; requests: HostileRequest[]; close(): Promise<void> }> {
  const postgres = database === "postgres" ? await startPostgres() : undefined;
  const place = await freshPlace(database, postgres?.url);
  const key = await place.key("admin");
  const server = await serve({ ...place.settings, RETEST_API_RATE: "0", RETEST_WEBHOOK_RATE: "0" });
  const { address } = server;
  const made = async (path: string, body: unknown) => {
    const { data, error } = await call(address, key, "POST", path, body);
    if (data === undefined) throw new Error(JSON.stringify(error));
    return data;
  };
  const post = async (path: string, body: string | Buffer, type: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(new URL(path, address), {
      method: "POST",
      headers: { "content-type": type, ...headers },
      body: typeof body === "string" ? body : new Uint8Array(body),
    });
    await answer.arrayBuffer();
    // A refusal is what is expected of most; one for another reason would measure nothing.
    if ([401, 404, 429].includes(answer.status) || answer.status >= 500) throw new Error(`${path}: ${answer.status}`);
  };
  const platforms = [{ code: "web" }];
  const { id: testing } = await made("/apps", { name: "Testing", platforms, sections: HOSTILE_RUNBOOK });
  const { id: live } = await made("/apps", { name: "Live", platforms, mode: "live" });
  const { url } = (await call(address, key, "GET", `/apps/${live}/webhook`)).data;
  const { id: grouped } = await made("/apps", { name: "Grouped", platforms, mode: "live" });
  const { data: groups } = await call(address, key, "PATCH", `/apps/${grouped}/webhook`, {
    preset: "custom",
    mapping: GROUP_MAPPING,
  });
  const connected = async (tool: string, credentials: object) =>
    (await made(`/apps/${live}/connections`, { tool, credentials })).url as string;
  const authorization = { authorization: `Bearer ${key}` };
  const report = (file: string | Buffer) => post(`/api/v1/results/report?app=${testing}`, file, BYTES, authorization);
  const imported = (file: string | Buffer, type: string, query: string) =>
    post(`/api/v1/apps/import?app=${testing}${query}`, file, type, authorization);
  const reports = [...REFUSED_REPORTS, ...READ_REPORTS].map(([what, file]) => [what, file] as const);
  const sentry = await sentryAddress(connected);
  const slack = new URL(await connected("slack", { signing_secret: SLACK_SECRET })).pathname;
  const teams = new URL(await connected("teams", { security_token: TEAMS_TOKEN })).pathname;
  const github = new URL(await connected("github", { webhook_secret: HUB_SECRET })).pathname;
  const slacks = slash(SLACK_BRACKETS);
  const requests: HostileRequest[] = [
    ...[...reports, ["names that look like refs", LIKE_REFS] as const].map(([what, file]) => ({
      kind: "reports",
      what,
      send: () => report(file),
    })),
    ...[...REFUSED_MAPS, ...READ_MAPS].map(([what, map]) => ({
      kind: "mappings of test runs",
      what,
      send: () => report(formWithMap(map)),
    })),
    ...HOSTILE_EXPORTS.map(([what, file]) => ({
      kind: "exports of other tools",
      what,
      send: () => imported(file, BYTES, "&dry_run=true"),
    })),
    ...HOSTILE_RUNBOOKS.map(([what, file, type]) => ({
      kind: "runbooks",
      what,
      send: () => imported(file, type, ""),
    })),
    ...Object.entries(HOSTILE_DELIVERIES).flatMap(([of, deliveries]) =>
      deliveries.map(([what, body, , headers]) => ({
        kind: `deliveries: ${of}`,
        what,
        send: () => post(new URL(url).pathname, body, "application/json", headers),
      })),
    ),
    ...HOSTILE_GROUPS.map(([what, body]) => ({
      kind: "deliveries: lists of reports",
      what,
      send: () => post(new URL(groups.url).pathname, body, "application/json"),
    })),
    ...HOSTILE_PULL_REQUESTS.map(([what, body]) => ({
      kind: "messages of GitHub",
      what,
      send: () =>
        post(github, body, "application/json", { "x-github-event": "pull_request", ...hubSigned(HUB_SECRET, body) }),
    })),
    ...[...HOSTILE_ENVELOPES, ["a large event", LARGE_ENVELOPE, {}] as const].map(([what, body, headers]) => ({
      kind: "envelopes of Sentry's SDKs",
      what,
      send: () => post(sentry, body, "application/x-sentry-envelope", headers),
    })),
    {
      kind: "messages of chats",
      what: "brackets from Slack",
      send: () => post(slack, slacks, "application/x-www-form-urlencoded", fromSlack(slacks)),
    },
    {
      kind: "messages of chats",
      what: "brackets from Teams",
      send: () => post(teams, TEAMS_BRACKETS, "application/json", fromTeams(TEAMS_BRACKETS)),
    },
  ];
  const checks = ["Password", "Passkey"].map((title, i) => ({ ref: `SIGN-${i + 1}`, title }));
  const sections = [{ ref: "SIGN", title: "Sign in", checks }];
  const repositories = [
    { repo: "a", platforms: ["ios"] },
    { repo: "b", platforms: ["android"] },
  ];
  const { id: sentTo } = await made("/apps", {
    name: "Sent to",
    platforms: [{ code: "ios" }, { code: "android" }],
    sections,
    repositories,
  });
  requests.push(...(await hostileRequests({ address, key, app: sentTo })), ...(await largeRequests(address, key)));
  const close = async () => {
    await server.stop();
    await place.remove();
    await postgres?.stop();
  };
  return { server, requests, close };
}

/** The address to which an SDK sends. */
async function sentryAddress(connected: (tool: string, credentials: object) => Promise<string>): Promise<string> {
  const { username } = new URL(await connected("sentry-sdk", {}));
  return `/api/1/envelope/?sentry_key=${username}`;
}
