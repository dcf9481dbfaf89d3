// Work of a server in the background that somebody wakes: one run at a time, and once more if it was woken meanwhile.

export class WokenRun {
  private readonly work: () => Promise<void>;
  private readonly onError: (error: Error) => void;
  private running: Promise<void> | null = null;
  private isWoken = false;
  isClosed = false;

  constructor(work: () => Promise<void>, onError: (error: Error) => void) {
    this.work = work;
    this.onError = onError;
  }

  /** If a run is under way it looks once more at the end: it may have looked just before this. */
  wake(): void {
    this.isWoken = true;
    this.running ??= this.run().finally(() => {
      this.running = null;
    });
  }

  /** Waits for what is under way; the work itself looks at `isClosed` between its steps. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.running;
  }

  private async run(): Promise<void> {
    try {
      while (this.isWoken && !this.isClosed) {
        this.isWoken = false;
        await this.work();
      }
    } catch (error) {
      this.onError(error as Error);
    }
  }
}
