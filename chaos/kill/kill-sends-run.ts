// Kills a real server between the steps of sending a notification, starts it again, and afterwards holds what the
// receiver saw against what the server says of itself.
import { setTimeout as sleep } from "node:timers/promises";
import { type RunningServer, type Settings, serve } from "../../test/support/clients/run-cli.ts";
import { Client, deliver } from "../harness/client.ts";
import { type ReceiverStep, StepReceiver } from "./kill-sends-receiver.ts";

export const SEND_KILL_POINTS = [
  "before the commit",
  "after the commit",
  "after the claim",
  "after connecting",
  "after the request",
  "after the answer",
] as const;
export type SendKillPoint = (typeof SEND_KILL_POINTS)[number];
const STEPS: Partial<Record<SendKillPoint, ReceiverStep>> = {
  "after connecting": "connected",
  "after the request": "received",
  "after the answer": "answered",
};

export interface SendsSummary {
  kills: number;
  fixed: number;
  "told once": number;
  "of those after the restart": number;
  interrupted: number;
  failed: number;
  "told twice": number;
  "lost without a trace": number;
}

export interface KillSendsOptions {
  settings: Settings;
  rounds: number;
  /** The state of an issue's notification, as the database has it. */
  stateOf(issueId: string): Promise<string | undefined>;
  /** Whether to wait until every claim of a dead server reads interrupted, and then to send by hand what was missed. */
  toTheEnd: boolean;
  report(problem: string): void;
  /** Says how many were killed. */
  progress?(kills: number): void;
}

interface Notification {
  id: string;
  issue_id: string;
  state: string;
  repeat_of: string | null;
}

interface Kill {
  point: SendKillPoint;
  issueId: string;
  /** Whether the fix was answered. */
  acknowledged: boolean;
  /** What had arrived when the server was dead. */
  arrived: ReadonlySet<string>;
}

const STALLED_MS = 31_000;
/** Around the time that a fix takes, so that the commit itself is hit too; and less than a claim takes. */
const LONGEST_WAIT_MS = { "before the commit": 12, "after the commit": 4 };

export async function runSendKills(options: KillSendsOptions): Promise<Record<SendKillPoint, SendsSummary>> {
  const run = new Run(options);
  await run.begin();
  try {
    for (let round = 0; round < options.rounds; round++) for (const point of SEND_KILL_POINTS) await run.killAt(point);
    return await run.judge();
  } finally {
    await run.end();
  }
}

class Run {
  private readonly options: KillSendsOptions;
  private readonly receiver = new StepReceiver();
  private readonly kills: Kill[] = [];
  private server!: RunningServer;
  private client!: Client;
  private app = "";
  private hook = "";
  private secret = "";

  constructor(options: KillSendsOptions) {
    this.options = options;
  }

  async begin(): Promise<void> {
    this.client = await Client.admin(this.options.settings);
    await this.receiver.open();
    await this.start();
    const { id, path } = await this.client.liveApp("App");
    this.app = id;
    this.hook = path;
    this.secret = (await this.client.data("PUT", `/apps/${id}/webhook/secret`)).secret;
    await this.client.data("PATCH", `/apps/${id}/webhook`, { notify_url: this.receiver.url });
  }

  async end(): Promise<void> {
    await this.server.stop("SIGKILL");
    this.receiver.close();
  }

  /** Raises an issue, fixes it, kills the server there, and starts it again. */
  async killAt(point: SendKillPoint): Promise<void> {
    const issueId = await this.raise();
    const acknowledged = await this.fixAndKill(point, issueId);
    // What the dead server had written may still be on its way.
    await sleep(20);
    this.kills.push({ point, issueId, acknowledged, arrived: new Set(this.receiver.arrivals.keys()) });
    this.options.progress?.(this.kills.length);
    await this.start();
  }

  /** Fixes an issue and kills the server. Gives whether the fix was answered. */
  private async fixAndKill(point: SendKillPoint, issueId: string): Promise<boolean> {
    const kill = () => this.server.stop("SIGKILL");
    const step = STEPS[point];
    if (step !== undefined) {
      const killed = this.receiver.interruptAt(step, kill);
      const acknowledged = await this.fix(issueId);
      if (!(await killed)) this.options.report(`${point}: nothing was sent within five seconds`);
      return acknowledged;
    }
    const fixing = this.fix(issueId);
    if (point !== "before the commit") await fixing;
    if (point === "after the claim") while ((await this.options.stateOf(issueId)) === "pending");
    else await sleep(Math.random() * LONGEST_WAIT_MS[point as keyof typeof LONGEST_WAIT_MS]);
    await kill();
    return fixing;
  }

  /** What came of every kill, once the server that runs now has sent what it can. */
  async judge(): Promise<Record<SendKillPoint, SendsSummary>> {
    const { toTheEnd, report } = this.options;
    await this.until("nothing is left pending", async () =>
      (await this.notifications()).every(({ state }) => state !== "pending"),
    );
    if (toTheEnd) await sleep(STALLED_MS);
    const notifications = await this.notifications();
    const summaries = Object.fromEntries(SEND_KILL_POINTS.map((point) => [point, emptySummary()])) as Record<
      SendKillPoint,
      SendsSummary
    >;
    for (const kill of this.kills) await this.judgeKill(kill, notifications, summaries[kill.point]);
    for (const [id, times] of this.receiver.arrivals) if (times > 1) report(`${id} was told ${times} times`);
    if (toTheEnd) await this.sendMissed(notifications);
    return summaries;
  }

  private async judgeKill(kill: Kill, notifications: Notification[], summary: SendsSummary): Promise<void> {
    const { point, issueId, acknowledged, arrived } = kill;
    const problem = (text: string) => this.options.report(`${point}, ${issueId}: ${text}`);
    const history: { kind: string }[] = await this.client.data("GET", `/issues/${issueId}/history`);
    const fixed = history.filter((entry) => entry.kind === "fixed").length;
    const mine = notifications.filter((one) => one.issue_id === issueId);
    if (acknowledged && fixed === 0) problem("the fix was answered and is gone");
    if (mine.length !== fixed) problem(`fixed ${fixed} times, and there are ${mine.length} notifications`);
    summary.kills++;
    summary.fixed += fixed;
    summary["lost without a trace"] += Math.max(0, fixed - mine.length);
    for (const { id, state } of mine) {
      const times = this.receiver.arrivals.get(id) ?? 0;
      if (times === 1) summary["told once"]++;
      if (times === 1 && !arrived.has(id)) summary["of those after the restart"]++;
      if (times > 1) summary["told twice"]++;
      const isInterrupted = state === "interrupted" || (state === "sending" && !this.options.toTheEnd);
      if (isInterrupted) summary.interrupted++;
      if (state === "failed") summary.failed++;
      if (!isInterrupted && state !== "failed" && !(state === "delivered" && times > 0)) {
        problem(`${id} reads ${state} and arrived ${times} times`);
      }
    }
  }

  /** Sends missed notifications by hand, as an admin would, so that the receiver has heard of every fix, and of none twice. */
  private async sendMissed(notifications: Notification[]): Promise<void> {
    const missed = notifications.filter(({ id }) => !this.receiver.arrivals.has(id));
    for (const { id } of missed) await this.client.data("POST", `/apps/${this.app}/notifications/${id}/resend`);
    await this.until("what was missed arrives", async () =>
      missed.every(({ id }) => this.receiver.arrivals.get(id) === 1),
    );
  }

  private async until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    for (let attempt = 0; attempt < 100; attempt++) {
      if (await isSo()) return;
      await sleep(100);
    }
    this.options.report(`not within ten seconds: ${what}`);
  }

  private async notifications(): Promise<Notification[]> {
    const all: Notification[] = await this.client.list(`/apps/${this.app}/notifications?`);
    return all.filter((one) => one.repeat_of === null);
  }

  private async raise(): Promise<string> {
    const { status, body } = await deliver(
      this.server.address + this.hook,
      { title: "It broke", source: "Pager" },
      this.secret,
    );
    if (status !== 201) throw new Error(`not raised: ${status} ${JSON.stringify(body)}`);
    return body.issue.id;
  }

  private async fix(issueId: string): Promise<boolean> {
    try {
      return (await this.client.ask("POST", `/issues/${issueId}/fix`, {})).status === 200;
    } catch {
      return false;
    }
  }

  private async start(): Promise<void> {
    const more = { RETEST_NOTIFY_ALLOWED_HOSTS: "127.0.0.1", RETEST_API_RATE: "0", RETEST_WEBHOOK_RATE: "0" };
    this.server = await serve({ ...this.options.settings, ...more });
    this.client.address = this.server.address;
  }
}

function emptySummary(): SendsSummary {
  return {
    kills: 0,
    fixed: 0,
    "told once": 0,
    "of those after the restart": 0,
    interrupted: 0,
    failed: 0,
    "told twice": 0,
    "lost without a trace": 0,
  };
}
