// Who starts and closes cycles of an app while the server is killed, and compares afterwards. A cycle that is open all the time, and
// that every result counts for, must read as the app itself does.
import { isDeepStrictEqual } from "node:util";
import { type Client, type Json, Refused } from "../harness/client.ts";

export class CycleKeeper {
  acknowledged = 0;
  unanswered = 0;
  happened = 0;
  private readonly client: Client;
  private readonly app: string;
  /** The cycle that stays open. */
  private readonly whole: string;
  private count = 0;
  private open: string | null = null;
  /** The figures with which each cycle was closed. */
  private readonly closed = new Map<string, Json>();
  private isCutOff = false;
  private problems: string[] = [];

  private constructor(client: Client, app: string, whole: string) {
    this.client = client;
    this.app = app;
    this.whole = whole;
  }

  /** Begins before anything is recorded on the app. */
  static async begin(client: Client, app: string): Promise<CycleKeeper> {
    const { id } = await client.data("POST", `/apps/${app}/cycles`, { name: "All the time" });
    return new CycleKeeper(client, app, id);
  }

  /** Works until the server is gone. */
  async work(): Promise<void> {
    try {
      for (;;) {
        if (this.open === null) {
          this.count++;
          this.open = (await this.client.data("POST", `/apps/${this.app}/cycles`, { name: `Cycle ${this.count}` })).id;
        } else {
          const { summary } = await this.client.data("POST", `/cycles/${this.open}/close`);
          this.closed.set(this.open, summary);
          this.open = null;
        }
        this.acknowledged++;
      }
    } catch (error) {
      if (error instanceof Refused) this.problems.push(error.message);
      this.isCutOff = true;
      this.unanswered++;
    }
  }

  async check(): Promise<string[]> {
    const cycles = new Map((await this.client.list(`/apps/${this.app}/cycles?`)).map((one) => [one.id, one]));
    if (this.isCutOff) this.settle(cycles);
    const found = this.problems;
    this.problems = [];
    for (const [id, summary] of this.closed) {
      const { status, summary: now } = cycles.get(id) ?? {};
      if (status !== "closed" || !isDeepStrictEqual(now, summary)) found.push(`${id} was closed and is ${status} now`);
    }
    const [plain, inCycle] = await Promise.all([
      this.client.list(`/checks?app=${this.app}`),
      this.client.list(`/cycles/${this.whole}/checks?`),
    ]);
    if (!isDeepStrictEqual(inCycle, plain)) found.push(`${this.whole} does not read as its app ${this.app} does`);
    return found;
  }

  /** Checks that what was cut off is there in full or not at all. */
  private settle(cycles: Map<string, Json>): void {
    this.isCutOff = false;
    const last = [...cycles.values()].find(({ name }) => name === `Cycle ${this.count}`);
    if (this.open === null && last?.status === "open") {
      this.open = last.id;
      this.happened++;
    } else if (this.open !== null && last?.status === "closed") {
      this.closed.set(last.id, last.summary);
      this.open = null;
      this.happened++;
    }
  }
}
