// Looks at the revisions of apps again and again, and says which have changed, whoever wrote: this server, another one, or a command. One
// watcher serves every stream, and looks at no workspace but those that somebody here listens to.

import { groupBy } from "../../lib/collections/group-by.ts";
import { type AppRevision, listRevisions, readStamps, stampOf } from "../../storage/apps/revisions.ts";
import type { Reader } from "../../storage/database/database.ts";

export interface WatcherOptions {
  reader: Reader;
  tickMs: number;
  /** `before` has the revisions that were last seen of those that were known. */
  onChange(changed: AppRevision[], before: ReadonlyMap<string, number>): void;
}

export class RevisionWatcher {
  private readonly options: WatcherOptions;
  /** How many listen to each workspace. */
  private readonly watched = new Map<string, number>();
  /** The apps of each workspace as they were last seen. */
  private readonly known = new Map<string, AppRevision[]>();
  /** What the embedded database said when everything watched was last looked at. */
  private seen: number | null = null;
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

  /** Watches a workspace from the next look on. Gives the function that ends it. */
  watch(workspaceId: string): () => void {
    this.watched.set(workspaceId, (this.watched.get(workspaceId) ?? 0) + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const left = this.watched.get(workspaceId)! - 1;
      if (left > 0) this.watched.set(workspaceId, left);
      else {
        this.watched.delete(workspaceId);
        this.known.delete(workspaceId);
      }
    };
  }

  /** The last known revisions of a watched workspace. */
  revisionsOf(workspaceId: string): readonly AppRevision[] {
    return this.known.get(workspaceId) ?? [];
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

  /** A small statement while nothing changes, and on the embedded database none. */
  private async read(): Promise<void> {
    const { reader, onChange } = this.options;
    const watched = [...this.watched.keys()];
    const now = reader.stamp();
    const isSame = now !== null && now === this.seen && watched.every((id) => this.known.has(id));
    if (watched.length === 0 || isSame) return;
    const stamps = new Map((await readStamps(reader, watched)).map(({ workspaceId, stamp }) => [workspaceId, stamp]));
    const stale = watched.filter((id) => !this.isKnown(id, stamps.get(id) ?? 0));
    const found = stale.length === 0 ? [] : await listRevisions(reader, stale);
    const before = new Map(stale.flatMap((id) => this.revisionsOf(id)).map(({ id, revision }) => [id, revision]));
    const byWorkspace = groupBy(found, ({ workspaceId }) => workspaceId);
    for (const id of stale) {
      // Whoever listened may have left meanwhile.
      if (this.watched.has(id)) this.known.set(id, byWorkspace.get(id) ?? []);
    }
    this.seen = now;
    const changed = found.filter(({ id, revision }) => before.get(id) !== revision);
    if (changed.length > 0) onChange(changed, before);
  }

  private isKnown(workspaceId: string, stamp: number): boolean {
    const apps = this.known.get(workspaceId);
    return apps !== undefined && stampOf(apps) === stamp;
  }
}
