// Looks at the revisions of all apps again and again, and says which have changed, whoever wrote: this server, another
// one, or a command. One watcher serves every stream.

import { type AppRevision, findNewRevisions } from "../../storage/apps/revisions.ts";
import type { Reader } from "../../storage/database/database.ts";

export interface WatcherOptions {
  reader: Reader;
  tickMs: number;
  /** `before` has the revisions that were last seen of those that were known. */
  onChange(changed: AppRevision[], before: ReadonlyMap<string, number>): void;
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
    this.timer = setInterval(() => {
      // One that takes longer than a tick is not followed by a line of others. What one that fails has missed, the next
      // that doesn't will see.
      if (this.next === undefined) this.look().catch(() => {});
    }, this.options.tickMs).unref();
  }

  stop(): void {
    clearInterval(this.timer);
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
    const found = await findNewRevisions(reader, this.stamp);
    if (found === undefined) return;
    const changed = found.apps.filter(({ id, revision }) => this.known.get(id)?.revision !== revision);
    const before = new Map([...this.known.values()].map(({ id, revision }) => [id, revision]));
    this.known = new Map(found.apps.map((app) => [app.id, app]));
    this.stamp = found.stamp;
    if (changed.length > 0) onChange(changed, before);
  }
}
