// A plain model of what deliveries come to: facts kept as lists, with the counts of the hour and the month beside them.

export interface ModelApp {
  name: string;
  platforms: string[];
  /** The platform that came last and that no fix has named: it can still go. */
  extra: string | null;
  repositories: number;
  issues: DeliveredIssue[];
  /** The open issues of each source and id in line: the first is what a delivery is a duplicate of. */
  lines: Map<string, DeliveredIssue[]>;
  hour: { start: number; used: number };
  /** The log, in no order: answers, and the issue they are about. */
  log: { status: number; issue: DeliveredIssue | null }[];
}

export interface DeliveredIssue {
  /** Source and external id; null for an issue that no delivery can be a duplicate of. */
  key: string | null;
  /** Empty means every platform. */
  platforms: string[];
  status: "open" | "fixed";
  fixedOn: string[];
  confirmed: boolean;
}

/** What a delivery says. */
export interface ModelDelivery {
  titled: boolean;
  key: string | null;
  platforms: string[];
}

export type ModelReceipt =
  | { status: 200 | 201; issue: DeliveredIssue }
  | { status: 400 | 402 }
  | { status: 429; retryAfter: number };

const HOUR_MS = 3_600_000;

export class DeliveryModel {
  now: number;
  readonly apps: ModelApp[] = [];
  private readonly rate: number;
  private readonly allowance: number;
  private month = { start: 0, raised: 0 };

  constructor(settings: { rate: number; allowance: number; now: number }) {
    this.rate = settings.rate;
    this.allowance = settings.allowance;
    this.now = settings.now;
  }

  addApp(name: string, platforms: string[], repositories: number): ModelApp {
    const kept = { issues: [], lines: new Map(), log: [] };
    const app = { name, platforms, extra: null, repositories, hour: { start: 0, used: 0 }, ...kept };
    this.apps.push(app);
    return app;
  }

  deliver(app: ModelApp, delivery: ModelDelivery): ModelReceipt {
    const receipt = this.receive(app, delivery);
    app.log.push({ status: receipt.status, issue: "issue" in receipt ? receipt.issue : null });
    return receipt;
  }

  /** Raised by other ways than a delivery. */
  raise(app: ModelApp): 201 | 402 {
    return this.add(app, null, []) === null ? 402 : 201;
  }

  fix(app: ModelApp, issue: DeliveredIssue): 200 {
    if (issue.status === "fixed") return 200;
    if (issue.fixedOn.length > 0) this.name(app, issue, this.stillOpenOn(app, issue));
    this.end(app, issue);
    return 200;
  }

  fixOn(app: ModelApp, issue: DeliveredIssue, platforms: string[]): 200 | 400 {
    if (app.repositories < 2) return 400;
    if (issue.status === "fixed") return 200;
    this.name(app, issue, platforms);
    this.settle(app, issue);
    return 200;
  }

  reopen(app: ModelApp, issue: DeliveredIssue): 200 {
    const wasFixed = issue.status === "fixed";
    Object.assign(issue, { status: "open", fixedOn: [], confirmed: false });
    if (wasFixed) this.queue(app, issue);
    return 200;
  }

  confirm(issue: DeliveredIssue, confirmed: boolean): 200 | 409 {
    if (issue.status === "open") return 409;
    issue.confirmed = confirmed;
    return 200;
  }

  addPlatform(app: ModelApp): void {
    app.extra = `p${app.platforms.length}`;
    app.platforms = [...app.platforms, app.extra];
  }

  /** Without it an issue may have nothing left open. */
  dropPlatform(app: ModelApp): void {
    app.platforms = app.platforms.filter((code) => code !== app.extra);
    app.extra = null;
    for (const issue of app.issues) this.settle(app, issue);
  }

  covered(app: ModelApp, issue: DeliveredIssue): string[] {
    return issue.platforms.length === 0 ? app.platforms : issue.platforms;
  }

  /** While fixed on some platforms and not on others, the platforms still open. */
  stillOpenOn(app: ModelApp, issue: DeliveredIssue): string[] {
    if (issue.status === "fixed" || issue.fixedOn.length === 0) return [];
    return this.covered(app, issue).filter((code) => !issue.fixedOn.includes(code));
  }

  usedThisHour(app: ModelApp): number {
    return app.hour.start === this.hourStart ? app.hour.used : 0;
  }

  get raisedThisMonth(): number {
    return this.month.start === this.monthStart ? this.month.raised : 0;
  }

  get monthStart(): number {
    const date = new Date(this.now);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  }

  private get hourStart(): number {
    return this.now - (this.now % HOUR_MS);
  }

  private receive(app: ModelApp, { titled, key, platforms }: ModelDelivery): ModelReceipt {
    const used = this.usedThisHour(app);
    if (used >= this.rate) {
      return { status: 429, retryAfter: Math.ceil((this.hourStart + HOUR_MS - this.now) / 1_000) };
    }
    app.hour = { start: this.hourStart, used: used + 1 };
    if (!titled) return { status: 400 };
    const holder = key === null ? undefined : app.lines.get(key)?.[0];
    if (holder !== undefined) return { status: 200, issue: holder };
    const issue = this.add(app, key, platforms);
    return issue === null ? { status: 402 } : { status: 201, issue };
  }

  private add(app: ModelApp, key: string | null, platforms: string[]): DeliveredIssue | null {
    const raised = this.raisedThisMonth;
    if (raised >= this.allowance) return null;
    this.month = { start: this.monthStart, raised: raised + 1 };
    const issue: DeliveredIssue = { key, platforms, status: "open", fixedOn: [], confirmed: false };
    app.issues.push(issue);
    this.queue(app, issue);
    return issue;
  }

  private name(app: ModelApp, issue: DeliveredIssue, platforms: string[]): void {
    const fresh = platforms.filter((code) => !issue.fixedOn.includes(code));
    issue.fixedOn.push(...fresh);
    if (app.extra !== null && fresh.includes(app.extra)) app.extra = null;
  }

  private settle(app: ModelApp, issue: DeliveredIssue): void {
    const partly = issue.status === "open" && issue.fixedOn.length > 0;
    if (partly && this.stillOpenOn(app, issue).length === 0) this.end(app, issue);
  }

  private queue(app: ModelApp, issue: DeliveredIssue): void {
    if (issue.key !== null) app.lines.set(issue.key, [...(app.lines.get(issue.key) ?? []), issue]);
  }

  private end(app: ModelApp, issue: DeliveredIssue): void {
    issue.status = "fixed";
    const line = issue.key === null ? undefined : app.lines.get(issue.key);
    if (line !== undefined) line.splice(line.indexOf(issue), 1);
  }
}
