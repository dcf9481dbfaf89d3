// Notifications known to wait, in a queue for each host: a slow host holds up only its own. They are not claimed yet, so
// whatever stands here may be sent by another server, or lost with this one, without harm.
import type { Release, Semaphore } from "../lib/async/semaphore.ts";
import { bareHost } from "../lib/network/public-address.ts";
import type { Waiting } from "../storage/webhook/notifications.ts";

export interface HostTurn {
  id: string;
  /** Gives the place at the semaphore back. */
  release: Release;
}

export class HostQueues {
  /** The last id that was added. */
  last = "";
  size = 0;
  private readonly semaphore: Semaphore;
  private readonly idsOfHost = new Map<string, string[]>();

  constructor(semaphore: Semaphore) {
    this.semaphore = semaphore;
  }

  /** In the order of their ids. */
  add(waiting: readonly Waiting[]): void {
    for (const { id, notifyUrl } of waiting) {
      const host = hostOf(notifyUrl);
      const ids = this.idsOfHost.get(host);
      if (ids === undefined) this.idsOfHost.set(host, [id]);
      else ids.push(id);
      this.last = id;
    }
    this.size += waiting.length;
  }

  /** Takes what there is a place for at once. A host that had its turn goes behind the others. */
  take(): HostTurn[] {
    const taken: HostTurn[] = [];
    for (const [host, ids] of [...this.idsOfHost]) {
      let count = 0;
      for (; count < ids.length; count++) {
        const release = this.semaphore.tryEnter(host);
        if (release === undefined) break;
        taken.push({ id: ids[count]!, release });
      }
      if (count === 0) continue;
      this.idsOfHost.delete(host);
      if (count < ids.length) this.idsOfHost.set(host, ids.slice(count));
    }
    this.size -= taken.length;
    return taken;
  }

  /** From now on everything must be added anew. */
  clear(): void {
    this.idsOfHost.clear();
    this.last = "";
    this.size = 0;
  }
}

/** What has no URL to go to waits in a queue of its own. */
function hostOf(notifyUrl: string | null): string {
  return notifyUrl !== null && URL.canParse(notifyUrl) ? bareHost(new URL(notifyUrl)) : "";
}
