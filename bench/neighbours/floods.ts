// What a busy workspace floods a server with.
import type { Ask } from "./ask.ts";
import type { Neighbour } from "./workspaces.ts";

export const FLOODS = ["reads", "searches", "exports", "writes", "long writes", "uploads", "deliveries"] as const;
/** What a flood says with its first answer. */
export const BEGUN = "begun";
export type Flood = (typeof FLOODS)[number];

const UPLOAD = readUpload();

export function requestOf(flood: Flood, { keys, apps, issues }: Neighbour, n: number): Ask {
  const key = keys[n % keys.length]!;
  const { id: app, webhook } = apps[n % apps.length]!;
  const issue = issues[n % issues.length]!;
  const json = (value: unknown) => JSON.stringify(value);
  if (flood === "reads") {
    const paths = [`/api/v1/issues/${issue}`, `/api/v1/issues?app=${app}&limit=50`, "/api/v1/issues?limit=50"];
    return { method: "GET", path: paths[n % paths.length]!, key };
  }
  if (flood === "searches") return { method: "GET", path: `/api/v1/issues?q=page%20${n % 7}&limit=50`, key };
  if (flood === "exports") return { method: "GET", path: `/api/v1/apps/${app}/export?format=json`, key };
  if (flood === "writes")
    return { method: "POST", path: "/api/v1/issues", key, body: json({ app, text: `Flood ${n}` }) };
  if (flood === "long writes") {
    const results = Array.from({ length: 500 }, (_, i) => ({
      check: `C-${i}`,
      outcome: n % 2 === 0 ? "passed" : "failed",
    }));
    return { method: "POST", path: "/api/v1/results", key, body: json({ app, results }) };
  }
  if (flood === "uploads") return { method: "POST", path: `/api/v1/results/junit?app=${app}`, key, body: UPLOAD };
  return { method: "POST", path: webhook, body: json({ title: `Flood ${n}`, external_id: `flood-${n}` }) };
}

function readUpload(): string {
  const cases = Array.from({ length: 1_000 }, (_, i) => `<testcase name="C-${i}" classname="flood"/>`);
  return `<testsuite name="flood" tests="1000">${cases.join("")}</testsuite>`;
}
