// What is measured: each piece of work with its requests, the programs it stands beside, and the bars.
import { createHmac, randomBytes } from "node:crypto";
import { signedDelivery } from "./hmac-lua.ts";
import { APP, type Seeded } from "./seed.ts";
import type { Request } from "./wrk.ts";

export type Database = "sqlite" | "postgres";

export interface Work {
  name: string;
  /** The programs it is measured beside, each with the share that is the bar, if there is one. */
  beside: { program: string; bar: Partial<Record<Database, number>> }[];
  /** Asked for each slice anew. */
  request(seeded: Seeded): Request;
  /** Settings of a server of its own, where the work needs some. */
  settings?: Record<string, string>;
  /** Every answer is to be a refusal. */
  refused?: boolean;
}

/** Lua that spells a text differently each time, by percent-encoding: no answer to it can come from the cache. */
const SPELL = `local spell = function(text)
  local out, rest = {}, n
  for i = 1, #text do
    local char = text:sub(i, i)
    out[i] = rest % 2 == 1 and string.format("%%%02x", char:byte()) or char
    rest = math.floor(rest / 2)
  end
  return table.concat(out)
end`;

export const works: Work[] = [
  {
    name: "create",
    beside: [
      { program: "parse", bar: { sqlite: 0.3, postgres: 0.15 } },
      { program: "create", bar: {} },
    ],
    request: ({ keys }) => ({
      method: "POST",
      path: "/api/v1/issues",
      headers: auth(keys.admin),
      body: JSON.stringify({ app: APP, check: "C-77", platforms: ["ios"], text: "x".repeat(850), priority: "high" }),
    }),
  },
  {
    name: "delivery, signed, each its own id",
    beside: [
      { program: "parse", bar: { sqlite: 0.3, postgres: 0.15 } },
      { program: "create", bar: {} },
    ],
    request: ({ webhook }) => {
      const [before, after] = deliveryAround();
      const script = signedDelivery({ ...webhook, before, after, run: randomBytes(6).toString("hex") });
      return { method: "POST", path: "/", headers: { "content-type": "application/json" }, script };
    },
  },
  {
    name: "delivery, signed, all duplicates",
    beside: [{ program: "parse", bar: {} }],
    request: ({ webhook }) => delivery(webhook, deliveryAround().join("4711")),
  },
  {
    name: "flood, unknown token",
    beside: [{ program: "hello", bar: { sqlite: 0.5 } }],
    refused: true,
    request: ({ webhook }) => delivery({ ...webhook, path: "/api/integrations/webhook/guessed" }, "{}"),
  },
  {
    name: "flood, wrong signature",
    beside: [{ program: "hello", bar: { sqlite: 0.5 } }],
    refused: true,
    request: ({ webhook }) => delivery({ ...webhook, secret: "guessed" }, '{"title":"x"}'),
  },
  {
    name: "flood, over the limit",
    beside: [{ program: "hello", bar: { sqlite: 0.5 } }],
    refused: true,
    settings: { RETEST_WEBHOOK_RATE: "1" },
    request: ({ webhook }) => delivery(webhook, '{"title":"x"}'),
  },
  {
    name: "fix + reopen",
    beside: [
      { program: "parse", bar: { sqlite: 0.25 } },
      { program: "fix", bar: {} },
    ],
    request: ({ keys, issueIds }) => {
      const path = '"/api/v1/issues/" .. ids[1 + math.floor(n / 2) % #ids] .. "/fix"';
      const body = `n % 2 == 0 and '{"fixed":true}' or '{"fixed":false}'`;
      return varying("POST", keys.admin, listOf(issueIds), `${path}, nil, ${body}`);
    },
  },
  {
    name: "get one",
    beside: [
      { program: "hello", bar: { sqlite: 0.35 } },
      { program: "get", bar: {} },
    ],
    request: ({ keys, issueIds }) =>
      varying("GET", keys.viewer, listOf(issueIds), '"/api/v1/issues/" .. ids[1 + n % #ids]'),
  },
  {
    name: "list of 50, each page anew",
    beside: [
      { program: "static", bar: { sqlite: 0.04 } },
      { program: "list", bar: {} },
    ],
    request: ({ keys, appId }) =>
      varying("GET", keys.viewer, SPELL, `"/api/v1/issues?limit=50&app=" .. spell("${appId}")`),
  },
  {
    name: "list of 50, unchanged",
    beside: [{ program: "static", bar: { sqlite: 0.4 } }],
    request: ({ keys }) => ({ method: "GET", path: `/api/v1/issues?app=${APP}&limit=50`, headers: auth(keys.viewer) }),
  },
  {
    name: "app summary, unchanged",
    beside: [{ program: "static", bar: { sqlite: 0.4 } }],
    request: ({ keys }) => ({ method: "GET", path: `/api/v1/apps/${APP}`, headers: auth(keys.viewer) }),
  },
  {
    name: "app summary, each anew",
    beside: [{ program: "static", bar: {} }],
    request: ({ keys, appId }) => varying("GET", keys.viewer, SPELL, `"/api/v1/apps/" .. spell("${appId}")`),
  },
];

/** What the programs beside us are sent. */
export function besideRequest(program: string): Request {
  const body = JSON.stringify({ title: "x".repeat(60), description: "y".repeat(850), external_id: "1234567" });
  if (program === "parse") return delivery({ path: "/", secret: "bench" }, body);
  if (program === "create" || program === "fix") {
    return { method: "POST", path: "/", headers: { "content-type": "application/json" }, body };
  }
  return { method: "GET", path: "/", headers: {} };
}

/** A delivery of one kilobyte, without its id: that stands at the end, so that most of the signature can be worked out before. */
function deliveryAround(): [before: string, after: string] {
  const payload = { title: "x".repeat(60), description: "y".repeat(800), priority: "high", source: "bench" };
  return [`${JSON.stringify(payload).slice(0, -1)},"external_id":"`, '"}'];
}

function delivery({ path, secret }: { path: string; secret: string }, body: string): Request {
  const signature = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
  return {
    method: "POST",
    path,
    headers: { "content-type": "application/json", "x-signature": signature },
    body,
  };
}

function auth(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}`, "content-type": "application/json" };
}

/** Another request each time: `sent` is Lua for what is sent the n-th time, with what `setUp` defines. */
function varying(method: Request["method"], key: string, setUp: string, sent: string): Request {
  const script = `local n = 0
${setUp}
request = function()
  n = n + 1
  return wrk.format("${method}", ${sent})
end`;
  return { method, path: "/", headers: auth(key), script };
}

function listOf(ids: readonly string[]): string {
  return `local ids = {${ids.map((id) => `"${id}"`).join(",")}}`;
}
