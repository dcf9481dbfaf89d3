// The worst that one key, tool or stranger can do to a server, as requests that are made over and over.
import type { Json } from "../harness/client.ts";
import type { StallingLoad } from "./stalling-load.ts";

export interface WorstRequests
  extends Pick<StallingLoad, "connections" | "method" | "path" | "body" | "filler" | "isIdle"> {
  name: string;
  headers: Record<string, string>;
}

/** What the requests name. */
export interface StallTarget {
  key: string;
  /** The id of an app with 10,000 checks. */
  big: string;
  /** An issue of the app. */
  issue: string;
  /** The paths of a Slack and of a Sentry connection; the second has no secret. */
  slack: string;
  sentry: string;
  /** The path of its webhook, which is not signed. */
  webhook: string;
  /** A check of the app. */
  check: string;
  runbook: Json;
  run: string;
}

/** How many kinds of bad requests there are. */
export const WAYS = 23;

const WIDE = { before: '{"a":[', text: '{"{i}":0},', after: "0]}" };

export function worstOf(target: StallTarget): WorstRequests[] {
  const { key, big, issue, slack, sentry, webhook, check, runbook, run } = target;
  const headers = { authorization: `Bearer ${key}` };
  const get = (name: string, path: string, connections = 10): WorstRequests => ({
    name,
    connections,
    method: "GET",
    path: `/api/v1${path}`,
    headers,
    body: "",
  });
  const post = (name: string, path: string, type: string, body: string, connections: number): WorstRequests => ({
    ...get(name, path, connections),
    method: "POST",
    headers: { ...headers, "content-type": type },
    body,
  });
  const json = "application/json";
  const results = Array.from({ length: 1_000 }, (_, i) => ({ check: `BIG-${i}`, outcome: "passed", build: "{n}" }));
  return [
    get("unique since on 10,000 checks", `/apps/${big}/runbook?since=9{n}`),
    get("unique words", "/issues?q=word{n}"),
    get("one letter", "/issues?q={letter}&limit=200&assignee=x{n}"),
    get("one letter of a common word", "/issues?q={letter}&status=all&limit=200&raised_after=2020-01-01T00:00:00.{n}Z"),
    get("export", `/apps/${big}/export?format=yaml`),
    get("gate of a platform", `/apps/${big}/gate?platform=ios&max_open={n}`),
    get("checks by status", `/checks?app=${big}&status=passed&limit=200`),
    get("history", `/issues/${issue}/history?limit=200`),
    get("trend", `/apps/${big}/trend?days=90`),
    get("audit", "/audit?actor=nobody{n}&limit=200"),
    get("a small read on 200 connections", "/issues?limit=200", 200),
    { ...get("4,000 idle connections", "", 4_000), isIdle: true },
    post("dry run of an import", "/apps/import?dry_run=true", json, JSON.stringify(runbook), 4),
    post("import", "/apps/import", json, JSON.stringify(runbook).replaceAll("thing", "thing {n}"), 4),
    post("upload of 10,000 cases", `/results/junit?app=${big}`, "application/xml", run, 4),
    post("1,000 results at once", "/results", json, JSON.stringify({ app: big, results }), 10),
    post("100 results at once", "/results", json, JSON.stringify({ app: big, results: results.slice(0, 100) }), 10),
    { ...post("moving a check", `/checks/${check}`, json, '{"position":{n}}', 4), method: "PATCH" },
    {
      ...post("1 MB to the webhook", "", json, "", 10),
      path: webhook,
      headers: {},
      filler: { before: '{"title":"t","description":"', text: "words {i} and so on, ", after: '"}', bytes: 990_000 },
    },
    {
      ...post("a wide body to MCP", "", json, "", 10),
      path: "/mcp",
      headers: { ...headers, "content-type": json, accept: "application/json, text/event-stream" },
      filler: {
        ...WIDE,
        before: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"a":[',
        after: "0]}}",
        bytes: 250_000,
      },
    },
    {
      ...post("4 MB unsigned to Slack", "", "application/x-www-form-urlencoded", "", 10),
      path: slack,
      headers: {},
      filler: { ...WIDE, bytes: 4_000_000 },
    },
    {
      ...post("4 MB to Sentry without a secret", "", json, "", 10),
      path: sentry,
      headers: {},
      filler: { ...WIDE, bytes: 4_000_000 },
    },
    {
      ...post("1 MB to Sentry without a secret", "", json, "", 10),
      path: sentry,
      headers: {},
      filler: { ...WIDE, text: '{"a":0},', bytes: 900_000 },
    },
  ];
}
