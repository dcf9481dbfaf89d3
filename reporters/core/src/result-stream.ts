// Sends the results of a run while it goes on: what has come is sent about once a second. While the server is away they wait, and none
// is sent twice.
import { RetestClient } from "../../../clients/typescript/src/retest-client.ts";
import type { ReporterSettings } from "./reporter-settings.ts";
import { type CaseFate, RunRecord } from "./run-record.ts";
import { type CtrfTest, ctrfTestOf, reportText, type TestedCase } from "./tested-case.ts";
import type { Piece, Unsent } from "./unsent-file.ts";

const GATHER_MS = 1_000;
const MOST_WAIT_MS = 30_000;
/** How long a request may take while the run goes on; nobody waits for it. */
const ANSWER_WITHIN_MS = 30_000;
/** How long the end of a run waits for one answer: of a server that answered before, and of one that has been away. */
const LAST_ANSWER_MS = 5_000;
const LAST_TRY_MS = 2_000;
const FIRST_RETRY_MS = 250;
const MOST_AT_ONCE = 500;
/** Refusals after which sending stops: then it isn't the tests that are wrong. */
const MOST_REFUSED = 5;

export class ResultStream {
  readonly record: RunRecord;
  /** Tests that the server refuses for what they say. */
  refused: { test: CtrfTest; why: string }[] = [];
  /** Why nothing is sent any more. */
  stopped: string | null = null;
  /** Why the last attempt failed; null after one that succeeded. */
  away: string | null = null;
  readonly #settings: ReporterSettings;
  #client: RetestClient;
  #waiting: CtrfTest[];
  #piece: Piece | null;
  #atOnce = MOST_AT_ONCE;
  #timer: NodeJS.Timeout | null = null;
  #work: Promise<void> | null = null;
  #failures = 0;
  #pauseMs = GATHER_MS;
  #isEnding = false;
  /** Ends the request that is under way when the run ends, if its answer is late. */
  readonly #underWay = new AbortController();

  constructor(settings: ReporterSettings, unsent?: Unsent) {
    this.#settings = settings;
    this.#client = this.#clientWithin(ANSWER_WITHIN_MS);
    this.#waiting = [...(unsent?.waiting ?? [])];
    this.#piece = unsent?.piece ?? null;
    this.record = new RunRecord(unsent?.standing);
  }

  add(one: TestedCase): void {
    this.#waiting.push(ctrfTestOf(one));
    this.#sendSoon();
  }

  /** How many tests aren't recorded yet. */
  get left(): number {
    return this.#waiting.length + (this.#piece?.tests ?? 0);
  }

  /** The tests that are left, for a file. */
  unsent(): Unsent {
    const { url, query, map } = this.#settings;
    const standing = this.record.standing;
    return { retest_unsent: 1, url, query, map, piece: this.#piece, waiting: this.#waiting, standing };
  }

  /** Sends what is left, as long as the server answers; for one that does not a run waits only if it was told to. */
  async finish(): Promise<void> {
    this.#isEnding = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    const began = Date.now();
    const late = setTimeout(() => this.#underWay.abort(), LAST_ANSWER_MS);
    await this.#work;
    clearTimeout(late);
    const wasAway = this.away !== null;
    this.#client = this.#clientWithin(wasAway ? LAST_TRY_MS : LAST_ANSWER_MS);
    for (let tries = 0; this.left > 0 && this.stopped === null; tries++) {
      await this.#drain();
      const { waitMs } = this.#settings;
      const isWorthIt = waitMs === null ? tries === 0 && !wasAway : Date.now() - began < waitMs;
      if (this.away === null || !isWorthIt) return;
      await new Promise((resolve) => setTimeout(resolve, Math.min(FIRST_RETRY_MS * 2 ** tries, LAST_TRY_MS)));
    }
  }

  #clientWithin(timeoutMs: number): RetestClient {
    const { url, key } = this.#settings;
    return new RetestClient({ url, key, retries: { attempts: 1 }, timeoutMs });
  }

  #sendSoon(): void {
    if (this.#timer !== null || this.#work !== null || this.stopped !== null || this.#isEnding) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#work = this.#drain().finally(() => {
        this.#work = null;
        if (this.left > 0) this.#sendSoon();
      });
    }, this.#pauseMs);
    // A run ends when its tests have.
    this.#timer.unref();
  }

  /** Sends until nothing is left, or an attempt fails. */
  async #drain(): Promise<void> {
    while (this.left > 0 && this.stopped === null) {
      if (!(this.#piece === null ? await this.#match() : await this.#sendPiece(this.#piece))) return;
    }
  }

  /** Asks which checks the next tests belong to. Nothing is recorded yet: what came before decides what has to be. */
  async #match(): Promise<boolean> {
    const tests = this.#waiting.slice(0, this.#atOnce);
    const name = crypto.randomUUID();
    const answer = await this.#post(reportText(tests, this.#settings.map, name), name, true);
    if (answer === "away" || answer === "stopped") return false;
    if (typeof answer === "string") return this.#refuse(tests, answer);
    this.#atOnce = MOST_AT_ONCE;
    const needed = this.record.take(tests, answer);
    this.#waiting = this.#waiting.slice(tests.length);
    if (needed.tests.length > 0) {
      const key = crypto.randomUUID();
      const { tests: some, verdicts } = needed;
      this.#piece = { key, body: reportText(some, null, key), tests: some.length, verdicts };
    }
    return true;
  }

  async #sendPiece(piece: Piece): Promise<boolean> {
    const answer = await this.#post(piece.body, piece.key, false);
    if (answer === "away" || answer === "stopped") return false;
    if (typeof answer === "string") return this.#stop(answer);
    this.record.keep(piece.verdicts);
    this.#piece = null;
    return true;
  }

  /** One test can have all of them refused: smaller and smaller parts find it. */
  #refuse(tests: CtrfTest[], why: string): boolean {
    this.#atOnce = Math.ceil(tests.length / 2);
    if (tests.length > 1) return true;
    if (this.refused.length >= MOST_REFUSED) {
      this.#waiting.unshift(...this.refused.map(({ test }) => test));
      this.refused = [];
      return this.#stop(why);
    }
    this.refused.push({ test: tests[0]!, why });
    this.#waiting = this.#waiting.slice(1);
    this.#atOnce = MOST_AT_ONCE;
    return true;
  }

  #stop(why: string): false {
    this.stopped = why;
    return false;
  }

  /** The fates of its tests, `away` or `stopped`, or why it is refused for what it says. */
  async #post(body: string, idempotencyKey: string, isDry: boolean): Promise<CaseFate[] | string> {
    const query = { ...this.#settings.query, ...(isDry ? { dry_run: "true" as const } : {}) };
    const signal = this.#underWay.signal;
    const stoppable = this.#isEnding ? {} : { signal };
    const answer = await this.#client.post("/results/report", { query, body, idempotencyKey, ...stoppable });
    if (answer.ok) {
      this.away = null;
      this.#failures = 0;
      this.#pauseMs = GATHER_MS;
      return answer.body.data.cases;
    }
    const { status, error, retryAfterMs } = answer;
    const isPassing =
      status === null || status === 408 || status === 429 || status >= 500 || error.code === "in_progress";
    if (isPassing) {
      this.away = error.message;
      this.#failures++;
      this.#pauseMs = Math.max(retryAfterMs ?? 0, Math.min(GATHER_MS * 2 ** (this.#failures - 1), MOST_WAIT_MS));
      return "away";
    }
    if (status === 400) return error.message;
    this.#stop(error.message);
    return "stopped";
  }
}
