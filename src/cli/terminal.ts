// Where a command is run: its settings, and where its words go. The process's own, or that of whoever runs a command in a process
// with other work.
import type { Writable } from "node:stream";

export class Terminal {
  readonly env: Record<string, string | undefined>;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Work to do when the process has nothing else to do, in this order. */
  readonly atEnd: (() => Promise<void>)[] = [];

  constructor(env: Terminal["env"], stdout: Writable, stderr: Writable) {
    this.env = env;
    this.stdout = stdout;
    this.stderr = stderr;
  }

  print(text: string): void {
    this.stdout.write(`${text}\n`);
  }

  /** Writes bytes unchanged; resolves when they were taken. */
  async write(bytes: string | Uint8Array): Promise<void> {
    await new Promise((done) => this.stdout.write(bytes, done));
  }

  /** Whether a person watches the terminal. */
  get isWatched(): boolean {
    return (this.stderr as { isTTY?: boolean }).isTTY === true;
  }

  /** Shows progress on a line that the next call replaces, if somebody watches. An empty text clears it. */
  readonly show = (text: string): void => {
    if (this.isWatched) this.stderr.write(`\r${text}\x1b[K`);
  };

  /** What has happened, and what is not as it should be: beside what is printed. */
  readonly say = (text: string): void => {
    this.stderr.write(`${text}\n`);
  };
}
