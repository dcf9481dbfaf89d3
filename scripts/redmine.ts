// Lets a real tracker be told: Redmine, as Debian ships it, gets issues, comments and fixes of the built server, and shows strangers' texts with
// nothing live in them in each of its markups. npx tsx scripts/redmine.ts
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { call, type RunningServer, retest, serve } from "../test/support/clients/run-cli.ts";
import { freePort } from "../test/support/machine/free-port.ts";
import { end, same, say } from "./real-program.ts";
import { type RedmineServer, startRedmine } from "./redmine-server.ts";

const ARRIVES_WITHIN_MS = 60_000;
const TEXT = "Checkout is empty\n@admin #1 *bold* <img src=x> </pre> {{toc}}\n```\n![x](http://127.0.0.1/x.png)";

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Json = any;

const folder = mkdtempSync(join(tmpdir(), "retest-redmine-"));
let server: RunningServer | undefined;
let redmine: RedmineServer | undefined;
try {
  await tryOut();
  console.log("redmine: every step as it should be");
} catch (error) {
  console.error(`redmine: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  await end(redmine?.child);
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function tryOut(): Promise<void> {
  redmine = await startRedmine(folder);
  const { url, key, version, runner } = redmine;
  say(`Redmine ${version} listens at ${url}`);
  const port = await freePort();
  const settings = {
    ...{ PORT: `${port}`, RETEST_BASE_URL: `http://127.0.0.1:${port}`, RETEST_DATA_DIR: join(folder, "data") },
    RETEST_NOTIFY_ALLOWED_HOSTS: "127.0.0.1",
  };
  server = await serve(settings);
  const made = await retest(["key", "create", "--name", "Operations", "--role", "admin", "--json"], settings);
  if (made.code !== 0) throw new Error(`no key was made: ${made.stderr}`);
  const { address } = server;
  const admin = JSON.parse(made.stdout).key as string;
  const ask = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const { status, data, error } = await call(address, admin, method, path, body);
    if (status >= 300) throw new Error(`${method} ${path} answered ${status} ${JSON.stringify(error)}`);
    return data;
  };
  const there = async (path: string): Promise<Json> => {
    const response = await fetch(url + path, { headers: { "x-redmine-api-key": key } });
    return response.json();
  };

  const app = await ask("POST", "/apps", { name: "Shop", mode: "live", platforms: [{ code: "web", label: "Web" }] });
  const connections = `/apps/${app.id}/connections`;
  const connection = await ask("POST", connections, {
    tool: "redmine",
    settings: {
      ...{ site_url: url, project: "shop", issue_type: "Bug" },
      forward: ["raised", "fixed", "reopened", "confirmed", "commented"],
    },
    credentials: { api_key: key },
  });
  /** The outcomes of all that was sent, oldest first, once so many are over. */
  const sent = async (count: number): Promise<string[]> => {
    for (const until = Date.now() + ARRIVES_WITHIN_MS; Date.now() < until; await sleep(200)) {
      const forwards: Json[] = await ask("GET", `${connections}/${connection.id}/forwards`);
      if (forwards.length === count && forwards.every(({ state }) => state !== "pending"))
        return forwards.map(({ kind, outcome }) => `${kind} ${outcome}`).reverse();
    }
    throw new Error(`so many were not sent: ${count}`);
  };

  await ask("POST", `${connections}/${connection.id}/test`);
  same("a test", await sent(1), ["test delivered"]);
  same("after a test: issues", (await there("/issues.json?status_id=*")).total_count, 0);
  say("a test asks whether all is in order, and makes nothing");

  const issue = await ask("POST", "/issues", { app: app.id, text: TEXT, priority: "high" });
  await sent(2);
  const [item] = await ask("GET", `/issues/${issue.id}/items`);
  const number = item.external_id as string;
  same(
    "the item",
    [item.tool, item.name, item.url, item.state],
    ["redmine", `#${number}`, `${url}/issues/${number}`, "open"],
  );
  const read = async () => (await there(`/issues/${number}.json?include=journals`)).issue as Json;
  const first = await read();
  same("its subject", first.subject, `${issue.code} Checkout is empty`);
  same("its tracker", first.tracker.name, "Bug");
  if (!first.description.includes(`/issues/${issue.id}`)) throw new Error(`no link back: ${first.description}`);
  say(`an issue is raised: ${item.name} is made there, with a link back`);

  await ask("POST", `/issues/${issue.id}/comments`, { text: "Seen on the second try, too. @admin" });
  await sent(3);
  const { journals } = await read();
  same("notes", journals.length, 1);
  if (!journals[0].notes.includes("Seen on the second try")) throw new Error(`not the comment: ${journals[0].notes}`);
  say("a comment becomes a note");

  await ask("POST", `/issues/${issue.id}/fix`);
  await sent(4);
  same("after the fix", (await read()).status, { id: 5, name: "Closed", is_closed: true });
  same("the item after the fix", (await ask("GET", `/issues/${issue.id}/items`))[0].state, "closed");
  say("a fix closes it");
  await ask("POST", `/issues/${issue.id}/fix`, { fixed: false });
  await sent(5);
  same("after it was reopened", (await read()).status.is_closed, false);
  say("reopening opens it");

  const shown = JSON.parse((await runner(rendering(number))).trim().split("\n").at(-1)!) as Record<string, Json>;
  for (const [markup, { html, mentioned }] of Object.entries(shown)) {
    same(`${markup}: who is mentioned`, mentioned, []);
    const live = /<(?:img|strong|em|ul|a(?! [^>]*\/issues\/iss_))[ >]/.exec(html);
    if (live !== null) throw new Error(`${markup}: something is live: ${html}`);
  }
  say(`in ${Object.keys(shown).join(", ")} nothing of a stranger's text is live, and nobody is mentioned`);

  await ask("PATCH", `${connections}/${connection.id}`, { credentials: { api_key: "no such key" } });
  await ask("POST", `${connections}/${connection.id}/test`);
  for (const until = Date.now() + ARRIVES_WITHIN_MS; Date.now() < until; await sleep(200)) {
    if ((await ask("GET", `${connections}/${connection.id}`)).state === "paused") break;
  }
  const { state, sent: last } = await ask("GET", `${connections}/${connection.id}`);
  same("with a key that is not known there", [state, last.outcome], ["paused", "http_401"]);
  say("a key that is not known there pauses the connection");

  const diagnosis = await retest(["doctor"], settings);
  same("what doctor finds", [diagnosis.code, diagnosis.stderr], [0, ""]);
  say("doctor finds no difference");
}

/** Shows the texts as pages do, in each markup. */
function rendering(number: string): string {
  return `
issue = Issue.find(${number})
texts = [issue.description] + issue.journals.map(&:notes).reject(&:blank?)
shown = %w(textile markdown common_mark).to_h do |markup|
  Setting.text_formatting = markup
  html = texts.map { |text| ApplicationController.helpers.textilizable(text) }.join
  [markup, { html: html, mentioned: texts.flat_map { |text| issue.send(:scan_for_mentioned_users, text) } }]
end
puts shown.to_json
`;
}
