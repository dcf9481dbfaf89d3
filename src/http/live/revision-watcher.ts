// Looks at the revisions of all apps again and again, and says which have changed, whoever wrote: this server, another
// one, or a command. One watcher serves every stream.
import type { Reader } from "../../storage/database.ts";
import { type AppRevision, findRevisionStamp, listRevisions } from "../../storage/revisions.ts";

export interface WatcherOptions {
  reader: Reader;
  tickMs: number;
  onChange(changed: AppRevision[]): void;
}

export class RevisionWatcher {
  private readonly options: WatcherOptions;
  private known = new Map<string, AppRevision>();
  private stamp: number | null = null;
  private timer: NodeJS.Timeout | undefined;
  private last: Promise<void> = Promise.resolve();
  private next: Promise<void> | undefined;

  constructor(options: WatcherOptions) {
    this.options = options;
  }

  start(): void {
    // A look from before a stop may come back after the start that followed: there is one timer all the same.
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      // What a look that fails has missed, the next one that doesn't will see.
      const again = () => {
        if (this.timer !== undefined) this.start();
      };
      this.look().then(again, again);
    }, this.options.tickMs).unref();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** All that was last seen. */
  get revisions(): AppRevision[] {
    return [...this.known.values()];
  }

  /**
   * Sees what was committed before the call. Looks are made one after another, so that none brings back what is older;
   * one that is on its way may be too early, but all who wait for it share the one after.
   */
  look(): Promise<void> {
    if (this.next === undefined) {
      const begin = () => {
        this.next = undefined;
        return this.read();
      };
      this.next = this.last.then(begin, begin);
      this.last = this.next;
    }
    return this.next;
  }

  private async read(): Promise<void> {
    const { reader, onChange } = this.options;
    const stamp = await findRevisionStamp(reader);
    if (stamp === this.stamp) return;
    const rows = await listRevisions(reader);
    const changed = rows.filter(({ id, revision }) => this.known.get(id)?.revision !== revision);
    this.known = new Map(rows.map((row) => [row.id, row]));
    this.stamp = stamp;
    if (changed.length > 0) onChange(changed);
  }
}
