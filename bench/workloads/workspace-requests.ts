// Requests of many workspaces in turn, as `wrk` sends them: each request is of the next workspace, with its own key.

import { randomBytes } from "node:crypto";
import type { LoadRequest } from "../load/wrk.ts";
import type { SeededWorkspace, SeededWorkspaces } from "../servers/seed-workspaces.ts";
import { eachTime, oneDelivery, SPELL } from "./requests.ts";
import { signedDelivery } from "./signed-delivery-lua.ts";

export interface WorkspaceWork {
  name: string;
  /** Gives a request for these workspaces in turn. */
  request(all: readonly SeededWorkspace[], seeded: SeededWorkspaces): LoadRequest;
  connections?: number;
}

/** Works that read come first: the others make the small database large. */
export const workspaceWorks: WorkspaceWork[] = [
  { name: "get one", request: reading('"/api/v1/issues/" .. spell(one(issues, n))') },
  { name: "list of 50 of an app", request: reading('"/api/v1/issues?limit=50&app=" .. spell(one(apps, n))') },
  {
    name: "list of 50 over all apps",
    request: reading('"/api/v1/issues?limit=50&raised_after=" .. spell("2001-01-01T00:00:00.000Z")'),
  },
  // The text of one issue of each app has it, and so have those of all other workspaces.
  { name: "search for a rare word", request: reading('"/api/v1/issues?limit=50&status=all&q=" .. spell("57")') },
  { name: "app summary", request: reading('"/api/v1/apps/" .. spell(one(apps, n))') },
  { name: "list of apps", request: reading('"/api/v1/apps"') },
  { name: "signing in", request: signingIn, connections: 4 },
  // A hundred are fixed, then the same hundred reopened.
  {
    name: "fix + reopen",
    request: writing(
      '"/api/v1/issues/" .. one(issues, m) .. "/fix"',
      `n % 200 < 100 and '{"fixed":true}' or '{"fixed":false}'`,
    ),
  },
  {
    name: "create",
    request: writing(
      '"/api/v1/issues"',
      `'{"check":"C-7","platforms":["ios"],"priority":"high","text":"${"x".repeat(850)}","app":"' .. one(apps, m) .. '"}'`,
    ),
  },
  { name: "delivery, signed, each its own id", request: delivering },
];

/** Lua holds no more texts than twice as many. */
const MOST_NAMED = 20_000;

type RequestOf = WorkspaceWork["request"];

function reading(path: string): RequestOf {
  return (all) => inTurn("GET", all, `${path}, as(n)`);
}

function writing(path: string, body: string): RequestOf {
  return (all) => inTurn("POST", all, `${path}, as(m), ${body}`);
}

/** Lua that knows the keys, the app and the issues of each workspace; `m` counts by hundreds that come twice. */
function inTurn(method: LoadRequest["method"], all: readonly SeededWorkspace[], sent: string): LoadRequest {
  const role = method === "GET" ? "viewer" : "admin";
  const list = (values: readonly string[]) => `{${values.join(",")}}`;
  const named = (values: readonly string[]) => list(values.slice(0, some).map((value) => `"${value}"`));
  const some = Math.ceil(MOST_NAMED / all.length);
  const set = `${SPELL}
local heads = ${list(all.map(({ keys }) => `{authorization="Bearer ${keys[role]}",["content-type"]="application/json"}`))}
local apps = ${list(all.map(({ appIds }) => named(appIds)))}
local issues = ${list(all.map(({ issueIds }) => named(issueIds)))}
local as = function(i) return heads[1 + i % #heads] end
local one = function(all, i)
  local own = all[1 + i % #all]
  return own[1 + math.floor(i / #all) % #own]
end
n = n - n % 200
local m = 0`;
  return {
    method,
    path: "/",
    headers: {},
    script: eachTime(method, set, sent, "m = math.floor(n / 200) * 100 + n % 100"),
  };
}

function delivering(all: readonly SeededWorkspace[]): LoadRequest {
  const [before, after] = oneDelivery().split("4711") as [string, string];
  const { secret } = all[0]!.webhooks[0]!;
  const paths = all.flatMap(({ webhooks }) => webhooks.map(({ path }) => path)).slice(0, MOST_NAMED);
  const script = signedDelivery({ paths, secret, before, after, run: randomBytes(6).toString("hex") });
  return { method: "POST", path: "/", headers: { "content-type": "application/json" }, script };
}

function signingIn(all: readonly SeededWorkspace[], { password }: SeededWorkspaces): LoadRequest {
  const headers = { "content-type": "application/json", "sec-fetch-site": "same-origin" };
  const set = `local emails = {${all.map(({ email }) => `"${email}"`).join(",")}}`;
  const body = `'{"password":"${password}","email":"' .. emails[1 + n % #emails] .. '"}'`;
  return { method: "POST", path: "/", headers, script: eachTime("POST", set, `"/ui/v1/session", nil, ${body}`) };
}
