// What the reporters of all runners share: they tell of each test as it ends, and of the end of the run.
import { NotSetUp, type ReporterOptions, type ReporterSettings, readReporterSettings } from "./reporter-settings.ts";
import { ResultStream } from "./result-stream.ts";
import { describeRun, tooFewMatched } from "./run-summary.ts";
import type { TestedCase } from "./tested-case.ts";
import { writeUnsent } from "./unsent-file.ts";

export class RunReporter {
  readonly #options: ReporterOptions;
  #settings: ReporterSettings | null = null;
  #stream: ResultStream | null = null;
  #keep: (() => void) | null = null;

  constructor(options: ReporterOptions = {}) {
    this.#options = options;
  }

  /** A run begins. Where nothing is set up, nothing is recorded, and the run goes on. */
  begin(say: (words: string) => void): void {
    this.#stream = null;
    try {
      this.#settings = readReporterSettings(this.#options, process.env);
    } catch (error) {
      if (!(error instanceof NotSetUp)) throw error;
      say(`Retest: nothing is recorded: ${error.message}.`);
      return;
    }
    const stream = new ResultStream(this.#settings);
    const { unsentFolder } = this.#settings;
    this.#stream = stream;
    // A runner that is made to exit still leaves what it knew.
    this.#keep = () => {
      if (stream.left > 0) writeUnsent(unsentFolder, stream.unsent());
    };
    process.once("exit", this.#keep);
  }

  tested(one: TestedCase): void {
    this.#stream?.add(one);
  }

  /** Reports the outcome. Gives why the run should fail, which it does only if it was asked to. */
  async end(say: (words: string) => void): Promise<string | null> {
    const [stream, settings] = [this.#stream, this.#settings];
    this.#stream = null;
    if (stream === null || settings === null) return null;
    await stream.finish();
    if (this.#keep !== null) process.off("exit", this.#keep);
    say(describeRun(stream, this.#keepUnsent(stream, settings, say)));
    const short = tooFewMatched(stream, settings.minMatched);
    if (short !== null) say(short);
    return short;
  }

  #keepUnsent(stream: ResultStream, { unsentFolder }: ReporterSettings, say: (words: string) => void): string | null {
    if (stream.left === 0) return null;
    try {
      return writeUnsent(unsentFolder, stream.unsent());
    } catch (error) {
      say(`Retest: ${stream.left} could be neither sent nor kept in ${unsentFolder}: ${(error as Error).message}`);
      return null;
    }
  }
}
