// Lets a real Zabbix, as Debian ships it, tell the built server's webhook of problems by the media type that the template gives people to import. npx tsx scripts/zabbix.ts
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type RunningServer, retest, serve } from "../test/support/clients/run-cli.ts";
import { freePort } from "../test/support/machine/free-port.ts";
import { adminOf, same, say } from "./real-program.ts";
import { CHECKOUT, DISK, HOST, setUp, severityItem, ZABBIX_URL } from "./zabbix-objects.ts";
import { startZabbix, type ZabbixServer } from "./zabbix-server.ts";

/** Longer than the minute after which Zabbix tells of a problem once more, at the earliest. */
const ARRIVES_WITHIN_MS = 90_000;
/** So long nothing more may arrive: what people do is told of after some ten seconds. */
const QUIET_MS = 12_000;
const PLACEHOLDER = "<the webhook URL>";
/** With what a shell would run, JSON would escape, and a page would show. */
const OUTPUT = '503 für 100% + `id` "$(id)" \\ <b>';
/** By Zabbix' own numbers. */
const PRIORITIES = ["low", "low", "medium", "medium", "high", "urgent"];

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Json = any;

const folder = mkdtempSync(join(tmpdir(), "retest-zabbix-"));
let server: RunningServer | undefined;
let zabbix: ZabbixServer | undefined;
try {
  await tryOut();
  console.log("Zabbix: every step as it should be");
} catch (error) {
  const alerts = await zabbix?.call("alert.get", { output: ["status", "error", "message"] }).catch(() => []);
  console.error(`Zabbix: ${(error as Error).message}\n${JSON.stringify(alerts ?? [])}\n${zabbix?.log() ?? ""}`);
  process.exitCode = 1;
} finally {
  await zabbix?.stop();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function tryOut(): Promise<void> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const settings = { PORT: `${port}`, RETEST_BASE_URL: address, RETEST_DATA_DIR: join(folder, "data") };
  server = await serve(settings);
  const { key, ask } = await adminOf(address, settings, "Operations");
  const app = await ask("POST", "/apps", { name: "Shop", mode: "live", platforms: [{ code: "web", label: "Web" }] });
  const filled = await retest(["webhook", "fill", app.name, "zabbix"], { RETEST_URL: address, RETEST_API_KEY: key });
  same("webhook fill", [filled.code, filled.stderr], [0, ""]);
  const webhook = await ask("GET", `/apps/${app.id}/webhook`);
  same("what is done with recoveries", webhook.recoveries, "fix");

  zabbix = await startZabbix(folder);
  const { call: zabbixCall, send, version } = zabbix;
  const mediaType = await setUp(zabbix, webhook.setup.template.replaceAll(PLACEHOLDER, webhook.url));
  say(`Zabbix ${version} has imported the template's media type, and an action sends by it`);

  const answers: number[] = [];
  /** Waits for so many more deliveries and for none to follow them. `raised` is how many issues there are then. */
  const settle = async (step: string, more: number[], recovered: string | null, raised: number): Promise<Json[]> => {
    answers.push(...more);
    const deliveries = async () => (await ask("GET", `/apps/${app.id}/webhook/deliveries`)).reverse() as Json[];
    const until = Date.now() + ARRIVES_WITHIN_MS;
    while ((await deliveries()).length < answers.length && Date.now() < until) await sleep(200);
    await sleep(QUIET_MS);
    const log = await deliveries();
    const statuses = log.map(({ status }) => status);
    same(`${step}: answers`, statuses, answers);
    const told = log.slice(log.length - more.length);
    same(
      `${step}: errors`,
      told.filter(({ error }) => error !== null),
      [],
    );
    same(`${step}: the recovery`, told.find(({ recovery }) => recovery !== null)?.recovery ?? null, recovered);
    const issues = await ask("GET", `/issues?app=${app.id}&status=all`);
    same(`${step}: issues`, issues.length, raised);
    say(`${step}: answered ${more.join(", ") || "nothing"}, ${raised} ${raised === 1 ? "issue" : "issues"}`);
    return issues;
  };
  const problem = async (): Promise<Json> => {
    const found = await zabbixCall("problem.get", { output: ["eventid", "objectid"], sortfield: "eventid" });
    return found.at(-1);
  };
  /** What people do about a problem, as the numbers of Zabbix add up. */
  const act = async (action: number, more: Json = {}) =>
    zabbixCall("event.acknowledge", { eventids: (await problem()).eventid, action, ...more });

  await send(HOST, DISK, "96");
  const [issue] = await settle("a problem begins", [201], null, 1);
  const { eventid, objectid } = await problem();
  same("the issue", shapeOf(issue), {
    status: "open",
    text: `Disk space is low on ${HOST} (used > 90 %)\n\nHost: ${HOST}\r\nOperational data: 96 %\n"Läuft voll"\nSee the runbook.`,
    priority: "medium",
    raised_by: "Zabbix via webhook",
    link: `${ZABBIX_URL}/tr_events.php?triggerid=${objectid}&eventid=${eventid}`,
    external_id: eventid,
    reports: 1,
  });
  say("its title, text, priority, link and id are those of the problem, with the host");

  await send(HOST, DISK, "97");
  const [repeated] = await settle("it lasts, and its action sends once more after a minute", [200], null, 1);
  same("the issue after that", [repeated.id, repeated.webhook.deliveries], [issue.id, 2]);

  await act(2 + 4, { message: "I am looking at it" });
  const [acknowledged] = await settle("somebody acknowledges it", [200], null, 1);
  same("the issue after that", shapeOf(acknowledged), shapeOf(repeated));
  await act(8, { severity: 5 });
  const [changed] = await settle("somebody changes its severity", [200], null, 1);
  same("the issue after that", shapeOf(changed), shapeOf(repeated));

  await send(HOST, DISK, "10");
  const [over] = await settle("it has recovered", [200], "fixed", 1);
  same("the issue after that", [over.status, over.fixed_by], ["fixed", "Zabbix via webhook"]);

  await send(HOST, DISK, "95");
  const [again] = await settle("the disk is full again", [201], null, 2);
  same("that is an issue of its own", [again.status, again.id === issue.id], ["open", false]);
  await act(1);
  const [closed] = await settle("somebody closes it by hand", [200, 200], "fixed", 2);
  same("the issue after that", closed.status, "fixed");

  await send(HOST, CHECKOUT, OUTPUT);
  const [failing] = await settle("a check prints what is dangerous elsewhere", [201], null, 3);
  same("its title", failing.text.split("\n")[0], `Checkout fails: ${OUTPUT}`);
  await ask("POST", `/issues/${failing.id}/fix`);
  await send(HOST, CHECKOUT, "OK");
  await settle("it has recovered after somebody fixed it", [200], "ignored", 3);

  for (const severity of PRIORITIES.keys()) await send(HOST, severityItem(severity), "1");
  const raised = await settle(
    "a problem of each severity",
    PRIORITIES.map(() => 201),
    null,
    3 + PRIORITIES.length,
  );
  const found = raised
    .filter(({ text }) => text.startsWith("Severity "))
    .map(({ text, priority }) => [text[9], priority]);
  same(
    "their priorities",
    found.sort(),
    PRIORITIES.map((priority, severity) => [`${severity}`, priority]),
  );
  for (const severity of PRIORITIES.keys()) await send(HOST, severityItem(severity), "0");
  await settle(
    "all are over",
    PRIORITIES.map(() => 200),
    "fixed",
    3 + PRIORITIES.length,
  );

  const [{ parameters }] = await zabbixCall("mediatype.get", { output: ["parameters"], mediatypeids: mediaType });
  const gone = { name: "url", value: `${webhook.url}x` };
  const wrong = [gone, ...parameters.filter(({ name }: Json) => name !== "url")];
  await zabbixCall("mediatype.update", { mediatypeid: mediaType, maxattempts: 1, parameters: wrong });
  await send(HOST, DISK, "99");
  await settle("the webhook URL is wrong", [], null, 3 + PRIORITIES.length);
  const [alert] = await zabbixCall("alert.get", {
    output: ["error"],
    sortfield: "alertid",
    sortorder: "DESC",
    limit: 1,
  });
  if (!alert.error.includes("Retest answered 404: ")) throw new Error(`Zabbix shows the error ${alert.error}`);
  say("Zabbix shows who refused, and why, beside the alert");

  const diagnosis = await retest(["doctor"], settings);
  same("what doctor finds", [diagnosis.code, diagnosis.stderr], [0, ""]);
  say("doctor finds no difference");
}

function shapeOf({ status, text, priority, raised_by, webhook }: Json) {
  return {
    ...{ status, text, priority, raised_by, link: webhook.link },
    ...{ external_id: webhook.external_id, reports: webhook.deliveries },
  };
}
