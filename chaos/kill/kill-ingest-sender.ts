// One of those who deliver while the server is killed: a tool that signs, with ids of its own, and delivers again what was
// not answered.
import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, type Client, deliver, type Json } from "../harness/client.ts";

export interface LiveApp {
  id: string;
  path: string;
  secret: string;
}

interface Problem {
  issueId: string;
  externalId: string;
  isOpen: boolean;
}

type Order = { kind: "deliver"; externalId: string } | { kind: "fix"; problem: Problem };

export class DeliverySender {
  acknowledged = 0;
  unanswered = 0;
  happened = 0;
  private readonly client: Client;
  private readonly app: LiveApp;
  private readonly name: string;
  private readonly known: Problem[] = [];
  private readonly problems: string[] = [];
  private pending: Order | null = null;
  private last = 0;

  constructor(client: Client, app: LiveApp, name: string) {
    this.client = client;
    this.app = app;
    this.name = name;
  }

  /** Works until the server is gone. */
  async work(): Promise<void> {
    for (;;) {
      const order = this.nextOrder();
      try {
        if (order.kind === "deliver") this.take(order.externalId, await this.deliver(order.externalId));
        else {
          await this.client.data("POST", `/issues/${order.problem.issueId}/fix`, {});
          order.problem.isOpen = false;
        }
        this.acknowledged += 1;
      } catch {
        this.pending = order;
        this.unanswered += 1;
        return;
      }
    }
  }

  /** `issues` are all of the app; delivers again what was not answered, before they are read. */
  async settle(): Promise<void> {
    const order = this.pending;
    this.pending = null;
    if (order === null) return;
    if (order.kind === "fix") {
      const { status } = await this.client.data("GET", `/issues/${order.problem.issueId}`);
      order.problem.isOpen = status === "open";
      this.happened += Number(status === "fixed");
      return;
    }
    let answer = await this.deliver(order.externalId);
    if (answer.status === 409) {
      await sleep(1_000);
      answer = await this.deliver(order.externalId);
    }
    const isKnown = this.known.some(({ externalId, isOpen }) => isOpen && externalId === order.externalId);
    this.happened += Number(answer.status === 200 && !isKnown);
    this.take(order.externalId, answer, true);
  }

  check(issues: Json[]): string[] {
    const mine = issues.filter(({ webhook }) => webhook.source === this.name);
    const found = new Map(mine.map((issue) => [issue.id, issue]));
    for (const { issueId, externalId, isOpen } of this.known) {
      const issue = found.get(issueId);
      found.delete(issueId);
      if (issue === undefined) this.problems.push(`${issueId} is lost`);
      else if (
        issue.webhook.external_id !== externalId ||
        (issue.status === "open") !== isOpen ||
        issue.text !== externalId
      )
        this.problems.push(`${issueId} reads ${JSON.stringify(issue)}`);
    }
    for (const id of found.keys()) this.problems.push(`${id} came from nowhere`);
    return this.problems.splice(0).map((problem) => `${this.name}: ${problem}`);
  }

  /** Ids of all issues that must be there for good. */
  get ids(): string[] {
    return this.known.map(({ issueId }) => issueId);
  }

  private nextOrder(): Order {
    const recent = this.known.slice(-6);
    const problem = recent[Math.floor(Math.random() * recent.length)];
    const dice = Math.random();
    if (problem === undefined || dice < 0.5) return { kind: "deliver", externalId: `${this.name} ${++this.last}` };
    if (dice < 0.8 || !problem.isOpen) return { kind: "deliver", externalId: problem.externalId };
    return { kind: "fix", problem };
  }

  private deliver(externalId: string): Promise<Answer> {
    const payload = { title: externalId, source: this.name, external_id: externalId };
    return deliver(this.client.address + this.app.path, payload, this.app.secret);
  }

  /** One issue is open for each id, and each delivery is about that one. */
  private take(externalId: string, { status, body }: Answer, mayBeKnown = false): void {
    const open = this.known.find((one) => one.isOpen && one.externalId === externalId);
    if (status === 200 && body.duplicate === true && (open?.issueId === body.issue.id || (mayBeKnown && !open))) {
      if (open === undefined) this.known.push({ issueId: body.issue.id, externalId, isOpen: true });
    } else if (status === 201 && open === undefined) {
      this.known.push({ issueId: body.issue.id, externalId, isOpen: true });
    } else this.problems.push(`${externalId} was answered ${status} ${JSON.stringify(body)}, open is ${open?.issueId}`);
  }
}
