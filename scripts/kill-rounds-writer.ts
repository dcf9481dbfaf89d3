// One writer of the kill rounds: works alone on one check, remembers what was acknowledged, and compares afterwards.
import { isDeepStrictEqual } from "node:util";

export const PLATFORMS = ["ios", "android", "web"];

type Kind = "raise" | "edit" | "fix" | "reopen" | "result";
const HISTORY_KIND = { raise: "raised", edit: "edited", fix: "fixed", reopen: "reopened" };

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Json = any;

export class Client {
  address = "";
  private readonly key: string;

  constructor(key: string) {
    this.key = key;
  }

  /** The parsed answer; throws `Refused` for an error and whatever fetch throws when the connection breaks. */
  async send(method: string, path: string, body?: unknown): Promise<Json> {
    const response = await fetch(`${this.address}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${this.key}`, "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Refused(`${method} ${path} answered ${response.status} ${text}`);
    return JSON.parse(text);
  }

  async list(path: string): Promise<Json[]> {
    const rows: Json[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: Json = await this.send("GET", `${path}&limit=200${cursor && `&cursor=${cursor}`}`);
      rows.push(...page.data);
      cursor = page.next_cursor;
    }
    return rows;
  }
}

class Refused extends Error {}

/** What is known of an issue: the last acknowledged answer, its history oldest first, when it was last fixed. */
interface Known {
  issue: Json;
  kinds: string[];
  fixedAtStep: number;
}

interface Order {
  kind: Kind;
  id: string | null;
  body: Json;
}

export class Writer {
  acknowledged = 0;
  unanswered = 0;
  happened = 0;
  private readonly client: Client;
  private readonly app: string;
  private readonly check_: string;
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
    this.check_ = check;
  }

  /** Writes until the server is gone; what was sent last and not answered is left in `pending`. */
  async work(): Promise<void> {
    for (;;) {
      const order = this.nextOrder();
      try {
        const { data } = await this.send(order);
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

  /** Compares with the server; `all` looks at every issue ever raised and not only at this round's. */
  async check(all: boolean): Promise<string[]> {
    const issues = new Map((await this.client.list(`/issues?${this.where}&status=all`)).map((one) => [one.id, one]));
    const results = new Map((await this.client.list(`/results?${this.where}`)).map((one) => [one.id, one]));
    await this.settlePending(issues, results);
    this.compare("issue", new Map([...this.issues].map(([id, { issue }]) => [id, issue])), issues);
    this.compare("result", this.results, results);
    for (const id of all ? this.issues.keys() : this.touched) {
      await this.checkIssue(id).catch((error: Error) => this.problems.push(error.message));
    }
    await this.checkStatuses();
    this.touched = new Set();
    return this.problems.splice(0).map((problem) => `${this.check_} of ${this.app}: ${problem}`);
  }

  private get where(): string {
    return `app=${this.app}&check=${this.check_}`;
  }

  private nextOrder(): Order {
    const known = [...this.issues.keys()].slice(-8);
    const id = known[Math.floor(Math.random() * known.length)];
    const dice = Math.random();
    const platforms = PLATFORMS.filter(() => Math.random() < 0.4);
    if (id === undefined || dice < 0.3) {
      const text = `Text ${this.app} ${this.check_} ${++this.step}\n\n${"x".repeat(1 + Math.random() * 2_000)}`;
      return { kind: "raise", id: null, body: { app: this.app, check: this.check_, text, platforms, priority: "low" } };
    }
    if (dice < 0.5) {
      const outcome = Math.random() < 0.7 ? "passed" : "failed";
      const note = `note ${++this.step}`;
      return { kind: "result", id: null, body: { app: this.app, check: this.check_, platforms, outcome, note } };
    }
    if (dice < 0.6) return { kind: "edit", id, body: { text: `Edited ${++this.step}` } };
    const open = this.issues.get(id)!.issue.status === "open";
    return { kind: open ? "fix" : "reopen", id, body: { fixed: open } };
  }

  private send({ kind, id, body }: Order): Promise<Json> {
    if (kind === "raise") return this.client.send("POST", "/issues", body);
    if (kind === "result") return this.client.send("POST", "/results", body);
    if (kind === "edit") return this.client.send("PATCH", `/issues/${id}`, body);
    return this.client.send("POST", `/issues/${id}/fix`, body);
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
  private async settlePending(issues: Map<string, Json>, results: Map<string, Json>): Promise<void> {
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

  private async checkIssue(id: string): Promise<void> {
    const { issue, kinds } = this.issues.get(id)!;
    const { data } = await this.client.send("GET", `/issues/${id}`);
    if (!isDeepStrictEqual(data, issue)) this.problems.push(`issue ${id} reads otherwise alone than in the list`);
    const history = (await this.client.list(`/issues/${id}/history?`)).map(({ kind }) => kind).reverse();
    if (!isDeepStrictEqual(history, kinds)) this.problems.push(`issue ${id}: history ${history}, not ${kinds}`);
  }

  private async checkStatuses(): Promise<void> {
    const checks = await this.client.list(`/checks?app=${this.app}`);
    const { platforms } = checks.find(({ ref }) => ref === this.check_);
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
