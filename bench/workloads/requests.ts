// The requests that make up the work, as `wrk` sends them.
import { createHmac, randomBytes, randomInt } from "node:crypto";
import type { LoadRequest } from "../load/wrk.ts";
import { APP, type Seeded } from "../servers/seed.ts";
import { signedDelivery } from "./signed-delivery-lua.ts";

/** Lua that spells a text of ours differently each time, by percent-encoding: no answer to it can come from the cache. */
export const SPELL = `local spell = function(text)
  local out, rest = {}, n
  for i = 1, #text do
    local char = text:sub(i, i)
    out[i] = rest % 2 == 1 and string.format("%%%02x", char:byte()) or char
    rest = math.floor(rest / 2)
  end
  return table.concat(out)
end`;

export const LIST = `/api/v1/issues?app=${APP}&limit=50`;
/** The year 2099, in seconds. */
const FAR_AWAY = 4_070_908_800;
export const SUMMARY = `/api/v1/apps/${APP}`;

export function create({ keys }: Seeded): LoadRequest {
  const body = { app: APP, check: "C-77", platforms: ["ios"], text: "x".repeat(850), priority: "high" };
  return { method: "POST", path: "/api/v1/issues", headers: auth(keys.admin), body: JSON.stringify(body) };
}

/** Delivers reports, each with an id of its own. */
export function deliverNew(webhook: Seeded["webhook"]): LoadRequest {
  const [before, after] = deliveryAround();
  const script = signedDelivery({
    secret: webhook.secret,
    paths: [webhook.path],
    before,
    after,
    run: randomBytes(6).toString("hex"),
  });
  return { method: "POST", path: "/", headers: { "content-type": "application/json" }, script };
}

export function deliverAgain({ webhook }: Seeded): LoadRequest {
  return deliver(webhook, oneDelivery());
}

/** A hundred are fixed, then the same hundred reopened, so that none can overtake its counterpart. */
export function fixAndReopen({ keys, issueIds }: Seeded): LoadRequest {
  const set = `${listOf(issueIds)}
n = n - n % 200`;
  const path = '"/api/v1/issues/" .. ids[1 + (math.floor(n / 200) * 100 + n % 100) % #ids] .. "/fix"';
  return varying("POST", keys.admin, set, `${path}, nil, n % 200 < 100 and '{"fixed":true}' or '{"fixed":false}'`);
}

export function getOneAnew({ keys, issueIds }: Seeded): LoadRequest {
  const set = `${listOf(issueIds)}\n${SPELL}`;
  return varying("GET", keys.viewer, set, '"/api/v1/issues/" .. spell(ids[1 + n % #ids])');
}

export function getOne({ keys, issueIds }: Seeded): LoadRequest {
  return varying("GET", keys.viewer, listOf(issueIds), '"/api/v1/issues/" .. ids[1 + n % #ids]');
}

/** Pages that end at different times, all of them to come: neither kept, nor the same as what others ask for at that time. */
export function listAnew({ keys, appId }: Seeded): LoadRequest {
  const set = `local before = function()
  local second = os.date("!%Y-%m-%dT%H:%M:%S", ${FAR_AWAY} + math.floor(n / 1000))
  return second .. string.format(".%03dZ", n % 1000)
end`;
  return varying("GET", keys.viewer, set, `"/api/v1/issues?limit=50&app=${appId}&raised_before=" .. before()`);
}

export function summaryAnew({ keys, appId }: Seeded): LoadRequest {
  return varying("GET", keys.viewer, SPELL, `"/api/v1/apps/" .. spell("${appId}")`);
}

export function get({ keys }: Seeded, path: string): LoadRequest {
  return { method: "GET", path, headers: auth(keys.viewer) };
}

/** A thousand results, on one platform each. */
export function recordResults({ keys }: Seeded): LoadRequest {
  return { method: "POST", path: "/api/v1/results", headers: auth(keys.admin), body: thousandResults() };
}

/** The request for a program that is measured beside ours. */
export function besideRequest(program: string): LoadRequest {
  const body = JSON.stringify({ title: "x".repeat(60), description: "y".repeat(850), external_id: "1234567" });
  const json = { "content-type": "application/json" };
  if (program === "deliver") return deliverNew({ path: "/", secret: "bench" });
  if (program === "parse") return deliver({ path: "/", secret: "bench" }, body);
  if (program === "batch") return { method: "POST", path: "/", headers: json, body: thousandResults() };
  if (program === "create" || program === "fix") return { method: "POST", path: "/", headers: json, body };
  return { method: "GET", path: "/", headers: {} };
}

export function deliver({ path, secret }: Seeded["webhook"], body: string, isSigned = true): LoadRequest {
  const signature = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
  const headers = { "content-type": "application/json", ...(isSigned && { "x-signature": signature }) };
  return { method: "POST", path, headers, body };
}

/** A delivery of one kilobyte, the same each time. */
export function oneDelivery(): string {
  return deliveryAround().join("4711");
}

/** One on a platform of each of a thousand checks. */
export function thousandResults(app = APP): string {
  const results = Array.from({ length: 1_000 }, (_, n) => ({
    check: `C-${n}`,
    platforms: [n % 2 === 0 ? "ios" : "web"],
    outcome: n % 7 === 0 ? "failed" : "passed",
  }));
  return JSON.stringify({ app, results });
}

/** A delivery of one kilobyte, without its id: that stands at the end, so that most of the signature can be worked out before. */
function deliveryAround(): [before: string, after: string] {
  const payload = { title: "x".repeat(60), description: "y".repeat(800), priority: "high", source: "bench" };
  return [`${JSON.stringify(payload).slice(0, -1)},"external_id":"`, '"}'];
}

export function auth(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}`, "content-type": "application/json" };
}

/** A different request each time: `sent` is Lua for the n-th one, with what `setUp` defines. */
export function varying(method: LoadRequest["method"], key: string, setUp: string, sent: string): LoadRequest {
  return { method, path: "/", headers: auth(key), script: eachTime(method, setUp, sent) };
}

/** Lua for requests. Each slice counts from another number, so that none asks for what the last one did. `first` runs before each. */
export function eachTime(method: LoadRequest["method"], setUp: string, sent: string, first = ""): string {
  return `local n = ${randomInt(2 ** 28)}
${setUp}
request = function()
  n = n + 1
  ${first}
  return wrk.format("${method}", ${sent})
end`;
}

export function listOf(ids: readonly string[]): string {
  return `local ids = {${ids.map((id) => `"${id}"`).join(",")}}`;
}
