// Lets a real watcher tell the built server's webhook, filled in by the template for Nagios, of a service and a host: each is one issue, which
// its recovery fixes, and what somebody does about a problem raises nothing. What the programs for Nagios and for Icinga 2 share.
import type { ChildProcess } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { call, type RunningServer, retest, serve } from "../test/support/clients/run-cli.ts";
import { freePort } from "../test/support/machine/free-port.ts";
import { type DebianProgram, findProgram } from "./debian-program.ts";
import { end, same, say } from "./real-program.ts";

const ARRIVES_WITHIN_MS = 20_000;
/** So long nothing more may arrive, and so long after a notification the next may be sent. */
const QUIET_MS = 2_500;
/** With what a shell would run, and what a form would take for an end. */
const OUTPUT = 'HTTP CRITICAL: 503 für 100% + `id` "$(id)" = no answer|time=0.02s';
const PLACEHOLDER = "<the webhook URL>";

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Json = any;

export interface Watcher {
  version: string;
  child: ChildProcess;
  /** Writes a line into its command file, as its interface and other programs do. */
  tell(command: string): void;
  log(): string;
}

export interface WatcherKind {
  program: DebianProgram;
  /** With the template's commands, in which the webhook's URL stands; everything it keeps is in the folder. */
  start(program: string, folder: string, commands: string): Promise<Watcher>;
  /** What it hands on of the output of a check, and who raises the issue. */
  told: Record<"output" | "by", string>;
}

export async function tryWatcher(kind: WatcherKind): Promise<void> {
  const name = kind.program.title;
  const folder = mkdtempSync(join(tmpdir(), "retest-watcher-"));
  const started: { server?: RunningServer; watcher?: Watcher } = {};
  try {
    await tryOut(kind, folder, started);
    console.log(`${name}: every step as it should be`);
  } catch (error) {
    console.error(`${name}: ${(error as Error).message}\n${started.watcher?.log() ?? ""}`);
    process.exitCode = 1;
  } finally {
    await end(started.watcher?.child);
    await started.server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes lines into a command file. */
export function tellBy(file: string): Watcher["tell"] {
  return (command) => {
    // Whoever waits for a reader waits for ever once the watcher has ended.
    const open = openSync(file, constants.O_WRONLY | constants.O_NONBLOCK);
    writeSync(open, `[${Math.floor(Date.now() / 1_000)}] ${command}\n`);
    closeSync(open);
  };
}

async function tryOut(
  { program: debian, start, told }: WatcherKind,
  folder: string,
  started: { server?: RunningServer; watcher?: Watcher },
): Promise<void> {
  const program = await findProgram(debian);
  const port = await freePort();
  const settings = {
    PORT: `${port}`,
    RETEST_BASE_URL: `http://127.0.0.1:${port}`,
    RETEST_DATA_DIR: join(folder, "data"),
  };
  const server = await serve(settings);
  started.server = server;
  const made = await retest(["key", "create", "--name", "Operations", "--role", "admin", "--json"], settings);
  if (made.code !== 0) throw new Error(`no key was made: ${made.stderr}`);
  const { key } = JSON.parse(made.stdout);
  const { address } = server;
  const ask = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const { status, data, error } = await call(address, key, method, path, body);
    if (status >= 300) throw new Error(`${method} ${path} answered ${status} ${JSON.stringify(error)}`);
    return data;
  };
  say(`retest serves at ${address}`);

  const app = await ask("POST", "/apps", { name: "Shop", mode: "live", platforms: [{ code: "web", label: "Web" }] });
  const filled = await retest(["webhook", "fill", app.name, "nagios"], { RETEST_URL: address, RETEST_API_KEY: key });
  same("webhook fill", [filled.code, filled.stderr], [0, ""]);
  const webhook = await ask("GET", `/apps/${app.id}/webhook`);
  same("what is done with recoveries", webhook.recoveries, "fix");
  const commands: string = webhook.setup.template;
  same("places for the webhook URL in the commands", commands.split(PLACEHOLDER).length - 1, 2);
  const watcher = await start(program, folder, commands.replaceAll(PLACEHOLDER, webhook.url));
  started.watcher = watcher;
  const { tell } = watcher;
  say(`${debian.title} ${watcher.version} notifies the webhook of ${app.name} by the template's commands`);

  const answers: number[] = [];
  /** Waits for one more delivery and for none to follow it. `raised` is how many issues there are then. */
  const settle = async (step: string, answer: number, recovery: string | null, raised: number): Promise<Json[]> => {
    answers.push(answer);
    const deliveries = async () => (await ask("GET", `/apps/${app.id}/webhook/deliveries`)).reverse() as Json[];
    const until = Date.now() + ARRIVES_WITHIN_MS;
    while ((await deliveries()).length < answers.length && Date.now() < until) await sleep(100);
    await sleep(QUIET_MS);
    const log = await deliveries();
    const statuses = log.map(({ status }) => status);
    same(`${step}: answers`, statuses, answers);
    const { error, recovery: what } = log.at(-1);
    same(`${step}: the last of the log`, [error, what], [null, recovery]);
    const issues = await ask("GET", `/issues?app=${app.id}&status=all`);
    same(`${step}: issues`, issues.length, raised);
    say(`${step}: answered ${answer}, ${raised} ${raised === 1 ? "issue" : "issues"}`);
    return issues;
  };
  const service = (state: number, output: string) =>
    tell(`PROCESS_SERVICE_CHECK_RESULT;web-07;HTTP;${state};${output}`);
  const host = (state: number, output: string) => tell(`PROCESS_HOST_CHECK_RESULT;db-1;${state};${output}`);

  service(2, OUTPUT);
  const [issue] = await settle("a service is critical", 201, null, 1);
  same("the issue", shapeOf(issue), {
    status: "open",
    text: `web-07/HTTP is CRITICAL\n\n${told.output}`,
    priority: "urgent",
    raised_by: told.by,
    external_id: "web-07!HTTP",
    reports: 1,
  });
  say("its title, priority and id are those of the service, and no shell ran what the check printed");

  service(2, "HTTP CRITICAL: still 503");
  const [repeated] = await settle("it is notified once more", 200, null, 1);
  same("the issue after that", [repeated.id, repeated.webhook.deliveries], [issue.id, 2]);

  tell("ACKNOWLEDGE_SVC_PROBLEM;web-07;HTTP;2;1;0;ada;I am looking at it");
  const [acknowledged] = await settle("somebody acknowledges it", 200, null, 1);
  same("the issue after that", shapeOf(acknowledged), shapeOf(repeated));

  service(0, "HTTP OK: 200");
  const [over] = await settle("it has recovered", 200, "fixed", 1);
  same("the issue after that", [over.status, over.fixed_by], ["fixed", told.by]);

  tell("SEND_CUSTOM_SVC_NOTIFICATION;web-07;HTTP;2;ada;All is well");
  await settle("somebody tells by hand that it is well", 200, "ignored", 1);

  host(1, "PING CRITICAL - Packet loss = 100%");
  const [down] = await settle("a host is down", 201, null, 2);
  same("its issue", shapeOf(down), {
    status: "open",
    text: "db-1 is DOWN\n\nPING CRITICAL - Packet loss = 100%",
    priority: "urgent",
    raised_by: told.by,
    external_id: "db-1",
    reports: 1,
  });
  await ask("POST", `/issues/${down.id}/fix`);
  tell("ACKNOWLEDGE_HOST_PROBLEM;db-1;2;1;0;ada;I am looking at it");
  await settle("somebody fixes and acknowledges that", 200, null, 2);
  host(0, "PING OK");
  await settle("it has recovered after the fix", 200, "ignored", 2);

  service(1, "HTTP WARNING: 200 in 9 seconds");
  const [again] = await settle("the service is slow after its recovery", 201, null, 3);
  same("that is an issue of its own", [again.status, again.priority], ["open", "medium"]);

  const now = Math.floor(Date.now() / 1_000);
  tell(`SCHEDULE_SVC_DOWNTIME;web-07;HTTP;${now};${now + 3_600};1;0;3600;ada;A new disk`);
  const [kept] = await settle("its downtime begins", 200, null, 3);
  same("the issue after that", shapeOf(kept), shapeOf(again));

  const diagnosis = await retest(["doctor"], settings);
  same("what doctor finds", [diagnosis.code, diagnosis.stderr], [0, ""]);
  say("doctor finds no difference");
}

function shapeOf({ status, text, priority, raised_by, webhook }: Json) {
  return {
    ...{ status, text, priority, raised_by },
    ...{ external_id: webhook.external_id, reports: webhook.deliveries },
  };
}
