// One of those who write while the server is killed: works alone on one check, remembers what was acknowledged, and
// compares afterwards.
import { isDeepStrictEqual } from "node:util";
import { groupBy } from "../../src/lib/collections/group-by.ts";
import { type Client, type Json, Refused } from "../harness/client.ts";

export const PLATFORMS = ["ios", "android", "web"];

type Kind = "raise" | "edit" | "fix" | "reopen" | "result";
const HISTORY_KIND = { raise: "raised", edit: "edited", fix: "fixed", reopen: "reopened" };

/** An issue as far as it is known: the last acknowledged answer, its history oldest first, when it was last fixed. */
interface Known {
  issue: Json;
  kinds: string[];
  fixedAtStep: number;
}

/** An app as it is read after a restart, by the refs of its checks. */
export interface CheckView {
  issues: Map<string, Json[]>;
  results: Map<string, Json[]>;
  checks: Map<string, Json>;
}

export async function viewOf(client: Client, app: string): Promise<CheckView> {
  const [issues, results, checks] = await Promise.all([
    client.list(`/issues?app=${app}&status=all`),
    client.list(`/results?app=${app}`),
    client.list(`/checks?app=${app}`),
  ]);
  const byCheck = (rows: Json[]) => groupBy(rows, ({ check }) => check.ref as string);
  return { issues: byCheck(issues), results: byCheck(results), checks: new Map(checks.map((one) => [one.ref, one])) };
}

interface Order {
  kind: Kind;
  id: string | null;
  body: Json;
}

export class CheckWriter {
  acknowledged = 0;
  unanswered = 0;
  happened = 0;
  private readonly client: Client;
  private readonly app: string;
  private readonly ref: string;
  private readonly issues = new Map<string, Known>();
  private readonly results = new Map<string, Json>();
  private readonly latest = new Map<string, { step: number; outcome: string }>();
  private touched = new Set<string>();
  private step = 0;
  private pending: Order | null = null;
  private problems: string[] = [];

  constructor(client: Client, app: string, check: string) {
    this.client = client;
    this.app = app;
    this.ref = check;
  }

  /** Writes until the server is gone; what was sent last and not answered is left in `pending`. */
  async work(): Promise<void> {
    for (;;) {
      const order = this.nextOrder();
      try {
        const data = await this.send(order);
        this.acknowledged += 1;
        this.take(order, data);
      } catch (error) {
        if (error instanceof Refused) this.problems.push(error.message);
        this.pending = order;
        this.unanswered += 1;
        return;
      }
    }
  }

  /** Compares with what is there; `all` looks at every issue and not only at this round's. */
  async check(view: CheckView, all: boolean): Promise<string[]> {
    const byId = (rows: Json[] = []) => new Map<string, Json>(rows.map((one) => [one.id, one]));
    const issues = byId(view.issues.get(this.ref));
    const results = byId(view.results.get(this.ref));
    this.settlePending(issues, results);
    this.compare("issue", new Map([...this.issues].map(([id, { issue }]) => [id, issue])), issues);
    this.compare("result", this.results, results);
    for (const id of all ? this.issues.keys() : this.touched) {
      await this.checkIssue(id, all).catch((error: Error) => this.problems.push(error.message));
    }
    this.checkStatuses(view.checks.get(this.ref));
    this.touched = new Set();
    return this.problems.splice(0).map((problem) => `${this.ref} of ${this.app}: ${problem}`);
  }

  /** Ids of all issues that must be there for good. */
  get ids(): string[] {
    return [...this.issues.keys()];
  }

  private nextOrder(): Order {
    const known = [...this.issues.keys()].slice(-8);
    const id = known[Math.floor(Math.random() * known.length)];
    const dice = Math.random();
    const platforms = PLATFORMS.filter(() => Math.random() < 0.4);
    if (id === undefined || dice < 0.3) {
      const text = `Text ${this.app} ${this.ref} ${++this.step}\n\n${"x".repeat(1 + Math.random() * 1_000)}`;
      return { kind: "raise", id: null, body: { app: this.app, check: this.ref, text, platforms, priority: "low" } };
    }
    if (dice < 0.5) {
      const outcome = Math.random() < 0.7 ? "passed" : "failed";
      const note = `note ${++this.step}`;
      return { kind: "result", id: null, body: { app: this.app, check: this.ref, platforms, outcome, note } };
    }
    if (dice < 0.6) return { kind: "edit", id, body: { text: `Edited ${++this.step}` } };
    const open = this.issues.get(id)!.issue.status === "open";
    return { kind: open ? "fix" : "reopen", id, body: { fixed: open } };
  }

  private send({ kind, id, body }: Order): Promise<Json> {
    if (kind === "raise") return this.client.data("POST", "/issues", body);
    if (kind === "result") return this.client.data("POST", "/results", body);
    if (kind === "edit") return this.client.data("PATCH", `/issues/${id}`, body);
    return this.client.data("POST", `/issues/${id}/fix`, body);
  }

  /** The write happened: `data` is the record, or the records, it left. */
  private take({ kind }: Order, data: Json): void {
    const step = ++this.step;
    if (kind === "result") {
      for (const result of data) {
        this.results.set(result.id, result);
        this.latest.set(result.platform, { step, outcome: result.outcome });
      }
      return;
    }
    const before = this.issues.get(data.id);
    this.issues.set(data.id, {
      issue: data,
      kinds: [...(before?.kinds ?? []), HISTORY_KIND[kind]],
      fixedAtStep: kind === "fix" ? step : (before?.fixedAtStep ?? 0),
    });
    this.touched.add(data.id);
  }

  /** An unanswered write either happened, whole, or left no trace. */
  private settlePending(issues: Map<string, Json>, results: Map<string, Json>): void {
    const order = this.pending;
    this.pending = null;
    if (order === null) return;
    const left = this.traceOf(order, issues, results);
    if (left === undefined) return;
    this.happened += 1;
    this.take(order, left);
  }

  private traceOf({ kind, id, body }: Order, issues: Map<string, Json>, results: Map<string, Json>): Json | undefined {
    if (kind === "result") {
      const recorded = [...results.values()].filter(({ note }) => note === body.note);
      const expected = body.platforms.length || PLATFORMS.length;
      if (recorded.length > 0 && recorded.length !== expected) this.problems.push(`half a result: ${body.note}`);
      return recorded.length > 0 ? recorded : undefined;
    }
    if (kind === "raise") return [...issues.values()].find(({ text }) => text === body.text);
    const issue = issues.get(id!);
    const status = body.fixed ? "fixed" : "open";
    return (kind === "edit" ? issue?.text === body.text : issue?.status === status) ? issue : undefined;
  }

  private compare(what: string, known: Map<string, Json>, found: Map<string, Json>): void {
    for (const [id, record] of known) {
      if (!found.has(id)) this.problems.push(`${what} ${id} is lost`);
      else if (!isDeepStrictEqual(found.get(id), record)) {
        this.problems.push(`${what} ${id} differs: ${JSON.stringify(found.get(id))}, not ${JSON.stringify(record)}`);
      }
    }
    for (const [id, record] of found) {
      if (!known.has(id)) this.problems.push(`${what} ${id} came from nowhere: ${JSON.stringify(record)}`);
    }
  }

  private async checkIssue(id: string, alone: boolean): Promise<void> {
    const { issue, kinds } = this.issues.get(id)!;
    if (alone && !isDeepStrictEqual(await this.client.data("GET", `/issues/${id}`), issue)) {
      this.problems.push(`issue ${id} reads otherwise alone than in the list`);
    }
    const history = (await this.client.list(`/issues/${id}/history?`)).map(({ kind }) => kind).reverse();
    if (!isDeepStrictEqual(history, kinds)) this.problems.push(`issue ${id}: history ${history}, not ${kinds}`);
  }

  private checkStatuses({ platforms }: Json): void {
    for (const { code, status } of platforms) {
      const expected = this.statusOn(code);
      if (status !== expected) this.problems.push(`${code} reads ${status}, not ${expected}`);
    }
  }

  private statusOn(platform: string): string {
    const covering = [...this.issues.values()].filter(
      ({ issue }) => issue.platforms.length === 0 || issue.platforms.includes(platform),
    );
    if (covering.some(({ issue }) => issue.status === "open")) return "failed";
    const result = this.latest.get(platform);
    if (covering.some(({ fixedAtStep }) => fixedAtStep > (result?.step ?? 0))) return "needs_retest";
    return result?.outcome ?? "untested";
  }
}
