// Kills a real server between the steps of telling a tracker, starts it again, and afterwards looks at what stands there: of
// each issue one item, and of each event one comment.
import { setTimeout as sleep } from "node:timers/promises";
import { type RunningServer, type Settings, serve } from "../../test/support/clients/run-cli.ts";
import type { TrackerStandIn } from "../../test/support/fake-tools/tracker-stand-in.ts";
import { openTracker, TRACKERS } from "../../test/support/fake-tools/trackers.ts";
import { Client } from "../harness/client.ts";

export const FORWARD_KILL_POINTS = [
  "when the item is made",
  "when its making is answered",
  "when it is commented on",
  "when it is moved",
] as const;
export type ForwardKillPoint = (typeof FORWARD_KILL_POINTS)[number];

export interface ForwardsSummary {
  kills: number;
  "one item": number;
  "two items": number;
  "told in the end": number;
}

export interface KillForwardsOptions {
  settings: Settings;
  rounds: number;
  points: readonly ForwardKillPoint[];
  /** Waits until the leases of killed servers have ended. */
  leasesEnd(): Promise<void>;
  report(problem: string): void;
  /** Says how many rounds are done. */
  progress?(rounds: number): void;
}

interface Kill {
  tracker: TrackerStandIn;
  point: ForwardKillPoint;
  app: string;
  connection: string;
  issue: string;
  code: string;
}

/** How long it takes to read an answer and to write it down. */
const LONGEST_WAIT_MS = 10;

export async function runForwardKills(options: KillForwardsOptions): Promise<Record<string, ForwardsSummary>> {
  const run = new Run(options);
  await run.begin();
  try {
    for (let round = 1; round <= options.rounds; round++) {
      await run.round();
      options.progress?.(round);
    }
    await options.leasesEnd();
    return await run.judge();
  } finally {
    await run.end();
  }
}

class Run {
  private readonly options: KillForwardsOptions;
  private readonly kills: Kill[] = [];
  private trackers: TrackerStandIn[] = [];
  private server!: RunningServer;
  private client!: Client;

  constructor(options: KillForwardsOptions) {
    this.options = options;
  }

  async begin(): Promise<void> {
    this.client = await Client.admin(this.options.settings);
    this.trackers = await Promise.all(TRACKERS.map(openTracker));
    await this.start();
  }

  async end(): Promise<void> {
    await this.server.stop("SIGKILL");
    await Promise.all(this.trackers.map(({ standIn }) => standIn.close()));
  }

  async round(): Promise<void> {
    for (const tracker of this.trackers) for (const point of this.options.points) await this.killAt(tracker, point);
  }

  /** Each with an app and a connection of its own: nobody waits for another's lease. */
  private async killAt(tracker: TrackerStandIn, point: ForwardKillPoint): Promise<void> {
    const platforms = [{ code: "web", label: "Web" }];
    const name = `App ${this.kills.length}`;
    const { id: app, prefix } = await this.client.data("POST", "/apps", { name, mode: "live", platforms });
    const made = await this.client.data("POST", `/apps/${app}/connections`, { tool: tracker.tool, ...tracker.fields });
    const code = `${prefix}-1`;
    const raise = async () => (await this.client.data("POST", "/issues", { app, text: "It broke" })).id as string;
    let issue: string;
    if (point === "when the item is made" || point === "when its making is answered") {
      const killed = this.killOn(tracker, tracker.isCreate, point);
      issue = await raise();
      await killed;
    } else {
      issue = await raise();
      await this.until(
        `${code} is made`,
        async () => (await this.client.data("GET", `/issues/${issue}/items`)).length === 1,
      );
      const killed = this.killOn(tracker, point === "when it is moved" ? tracker.isMove : tracker.isComment, point);
      await this.client.data("POST", `/issues/${issue}/fix`, {});
      await killed;
    }
    this.kills.push({ tracker, point, app, connection: made.id, issue, code });
    await this.start();
  }

  /** Kills the server when the tracker has done this; it is answered before only where that is the point. */
  private killOn(
    { standIn }: TrackerStandIn,
    fits: TrackerStandIn["isCreate"],
    point: ForwardKillPoint,
  ): Promise<void> {
    return new Promise((resolve) => {
      standIn.before(fits, async () => {
        if (point !== "when its making is answered") return resolve(void (await this.server.stop("SIGKILL")));
        setTimeout(() => void this.server.stop("SIGKILL").then(() => resolve()), Math.random() * LONGEST_WAIT_MS);
      });
    });
  }

  async judge(): Promise<Record<string, ForwardsSummary>> {
    const summaries: Record<string, ForwardsSummary> = {};
    for (const kill of this.kills) {
      const name = `${kill.tracker.tool}, ${kill.point}`;
      summaries[name] ??= { kills: 0, "one item": 0, "two items": 0, "told in the end": 0 };
      await this.judgeKill(kill, summaries[name], (text) => this.options.report(`${name}, ${kill.code}: ${text}`));
    }
    for (const { tool, standIn } of this.trackers) {
      for (const problem of standIn.problems) this.options.report(`${tool}: ${problem}`);
    }
    return summaries;
  }

  private async judgeKill(
    { tracker, point, app, connection, issue, code }: Kill,
    summary: ForwardsSummary,
    problem: (text: string) => void,
  ) {
    const path = `/apps/${app}/connections/${connection}/forwards`;
    const isTold = async () =>
      (await this.client.data("GET", path)).every(({ state }: { state: string }) => state === "delivered");
    const told = await this.until(`${code} is told`, isTold);
    const items = tracker.items().filter(({ title }) => title.startsWith(`${code} `));
    const [item] = items;
    summary.kills++;
    summary["told in the end"] += Number(told);
    summary["one item"] += Number(items.length === 1);
    summary["two items"] += Number(items.length > 1);
    if (items.length !== 1) problem(`there are ${items.length} items`);
    const known: { external_id: string }[] = await this.client.data("GET", `/issues/${issue}/items`);
    if (known.length !== 1 || known[0]!.external_id !== item?.id) problem("the item is not the one that is known");
    const isFixed = point === "when it is commented on" || point === "when it is moved";
    const comments = item?.comments.length ?? 0;
    if (comments !== Number(isFixed)) problem(`it has ${comments} comments`);
    if (item?.isOpen !== !isFixed) problem("it is not where it belongs");
  }

  private async until(what: string, isSo: () => Promise<boolean>): Promise<boolean> {
    for (let attempt = 0; attempt < 300; attempt++) {
      if (await isSo()) return true;
      await sleep(100);
    }
    this.options.report(`not within half a minute: ${what}`);
    return false;
  }

  private async start(): Promise<void> {
    this.server = await serve({ ...this.options.settings, RETEST_NOTIFY_ALLOWED_HOSTS: "127.0.0.1" });
    this.client.address = this.server.address;
  }
}
