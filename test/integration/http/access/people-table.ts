// The table of access of what only people have: for every route what it needs, and a request that would succeed.
import { ask } from "../../../support/checks/route-table.ts";
import { invite } from "../../../support/clients/person-client.ts";
import { attach, attachmentPath, PNG } from "../../../support/samples/sample-files.ts";
import type { World } from "../../../support/server/test-server.ts";
import { issue, type Row, row, type Scene } from "./access-table.ts";

const waiting = async (world: World) => {
  await invite(world);
  const admin = await world.person("admin");
  const { data } = (await ask(world, admin, "GET", "/invitations")).body;
  return data.at(-1).id as string;
};
const somebody = async (world: World) => {
  const { body } = await ask(world, await world.person("tester"), "GET", "/me");
  return body.data.id as string;
};

/** An issue with a screenshot, and the address of that. */
const attached = async (scene: Scene) => {
  const id = await issue(scene);
  await attach(scene.world, await scene.world.person("tester"), id, "shot.png", PNG);
  return attachmentPath(id, "shot.png");
};

/** A result that the person who asks has recorded; where they can't have, somebody else has. */
const ownResult = async ({ world, app }: Scene, who?: string) => {
  const [check] = (await world.call(world.viewer, "GET", `/checks?app=${app}`)).body.data;
  const fields = { app, check: check.id, outcome: "passed", platforms: ["ios"] };
  const own = who === undefined ? undefined : await world.call(who, "POST", "/results", fields);
  const made = own?.status === 201 ? own : await ask(world, await world.person("tester"), "POST", "/results", fields);
  return made.body.data[0].id as string;
};

/** The address of a file of such a result; an admin has attached it where they can't have. */
const ownFile = async (s: Scene, who?: string) => {
  const id = await ownResult(s, who);
  const own = who === undefined ? undefined : await attach(s.world, who, id, "shot.png", PNG);
  if (own?.status !== 201) await attach(s.world, await s.world.person("admin"), id, "shot.png", PNG);
  return attachmentPath(id, "shot.png");
};

/** Nobody takes another's name. */
let renamed = 0;

/** What only people have, beside signing in and joining. */
export const PEOPLE_TABLE: Row[] = [
  row("DELETE /session", "viewer", "reach", 204, async () => ["/session"]),
  row("GET /sessions", "viewer", "reach", 200, async () => ["/sessions"]),
  row("DELETE /sessions", "viewer", "reach", 204, async () => ["/sessions"]),
  row("GET /me", "viewer", "reach", 200, async () => ["/me"]),
  row("GET /assistants", "viewer", "reach", 200, async () => ["/assistants"]),
  row("GET /invitations", "admin", "workspace", 200, async () => ["/invitations"]),
  row("POST /invitations", "admin", "workspace", 201, async () => ["/invitations", { role: "viewer" }]),
  row("DELETE /invitations/:id", "admin", "workspace", 204, async (s) => [`/invitations/${await waiting(s.world)}`]),
  row("GET /places", "viewer", "reach", 200, async () => ["/places?q=a"]),
  row("GET /overview", "viewer", "reach", 200, async () => ["/overview"]),
  row("DELETE /results/:id", "tester", "app", 204, async (s, who) => [`/results/${await ownResult(s, who)}`]),
  row("POST /results/:id/attachments", "tester", "app", 201, async (s, who) => [
    `${attachmentPath(await ownResult(s, who))}?name=shot.png`,
    PNG,
  ]),
  row("GET /results/:id/attachments/:part", "viewer", "app", 200, async (s) => [await ownFile(s)]),
  row("DELETE /results/:id/attachments/:part", "tester", "app", 200, async (s, who) => [await ownFile(s, who)]),
  row("GET /people", "admin", "workspace", 200, async () => ["/people"]),
  row("GET /people/removed", "admin", "workspace", 200, async () => ["/people/removed"]),
  row("PATCH /people/:id", "admin", "workspace", 200, async (s) => [
    `/people/${await somebody(s.world)}`,
    { role: "viewer" },
  ]),
  row("PATCH /me", "viewer", "reach", 200, async () => ["/me", { name: `Renamed ${++renamed}` }]),
  row("GET /me/sign-in", "viewer", "reach", 200, async () => ["/me/sign-in"]),
  row("DELETE /people/:id/identities", "admin", "workspace", 204, async (s) => [
    `/people/${await somebody(s.world)}/identities`,
  ]),
  row("GET /people/:id/sessions", "admin", "workspace", 200, async (s) => [
    `/people/${await somebody(s.world)}/sessions`,
  ]),
  row("DELETE /people/:id/sessions", "admin", "workspace", 204, async (s) => [
    `/people/${await somebody(s.world)}/sessions`,
  ]),
  row("DELETE /people/:id/sessions/:session", "admin", "workspace", 204, async (s) => {
    const id = await somebody(s.world);
    const [session] = (await ask(s.world, await s.world.person("admin"), "GET", `/people/${id}/sessions`)).body.data;
    return [`/people/${id}/sessions/${session.id}`];
  }),
  row("GET /people/:id/ties", "admin", "workspace", 200, async (s) => [`/people/${await somebody(s.world)}/ties`]),
  row("POST /people/:id/reset-link", "admin", "workspace", 201, async (s) => [
    `/people/${await somebody(s.world)}/reset-link`,
  ]),
  row("POST /issues/:id/attachments", "tester", "app", 201, async (s) => [
    `${attachmentPath(await issue(s))}?name=shot.png`,
    PNG,
  ]),
  row("GET /issues/:id/attachments/:part", "viewer", "app", 200, async (s) => [await attached(s)]),
  row("DELETE /issues/:id/attachments/:part", "tester", "app", 200, async (s) => [await attached(s)]),
  row("PUT /issues/:id/assignees", "tester", "app", 200, async (s) => [
    `/issues/${await issue(s)}/assignees`,
    { people: [await somebody(s.world)] },
  ]),
  row("GET /mails", "admin", "workspace", 200, async () => ["/mails"]),
  row("DELETE /me/email-link", "viewer", "reach", 204, async () => ["/me/email-link"]),
  row("GET /me/inbox-mail", "viewer", "reach", 200, async () => ["/me/inbox-mail"]),
  row("PUT /me/inbox-mail", "viewer", "reach", 200, async () => ["/me/inbox-mail", { choice: "daily" }]),
  row("GET /inbox", "viewer", "reach", 200, async () => ["/inbox?unread=true"]),
  row("GET /inbox/count", "viewer", "reach", 200, async () => ["/inbox/count"]),
  row("POST /inbox/read", "viewer", "reach", 200, async () => ["/inbox/read"]),
  row("POST /inbox/:id/read", "viewer", "reach", 200, async () => ["/inbox/inb_0/read"]),
  row("GET /issues/:id/watching", "viewer", "app", 200, async (s) => [`/issues/${await issue(s)}/watching`]),
  row("PUT /issues/:id/watching", "viewer", "app", 200, async (s) => [
    `/issues/${await issue(s)}/watching`,
    { watching: false },
  ]),
  row("GET /me/second-factors", "viewer", "reach", 200, async () => ["/me/second-factors"]),
  row("POST /me/second-factors/totp", "viewer", "reach", 200, async () => ["/me/second-factors/totp"]),
  row("POST /me/second-factors/passkey", "viewer", "reach", 200, async () => ["/me/second-factors/passkey"]),
  row("POST /session/confirm/passkey", "viewer", "reach", 200, async () => ["/session/confirm/passkey"]),
  row("DELETE /people/:id/second-factors", "admin", "workspace", 204, async (s) => [
    `/people/${await somebody(s.world)}/second-factors`,
  ]),
  row("PATCH /workspace", "admin", "workspace", 200, async () => ["/workspace", { second_factor: "optional" }]),
  row("GET /apps/:id/people", "viewer", "app", 200, async (s) => [`/apps/${s.app}/people`]),
  row("DELETE /people/:id", "admin", "workspace", 204, async (s) => [`/people/${await somebody(s.world)}`]),
];
