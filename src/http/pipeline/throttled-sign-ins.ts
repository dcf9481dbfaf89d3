// Sign-ins that were refused unread, on their way to the audit log: the first of a minute is noted at once, and how many
// followed is written once a minute, so that a flood of them costs no writes.

import type { SignInFor } from "../../actions/access/record-failed-sign-in.ts";
import { countRefusedSignIns, refuseSignIn } from "../../actions/access/sign-in.ts";
import type { Author } from "../../domain/workspace/audit-log.ts";
import type { Performer } from "../../engine/performer.ts";
import { MINUTE_MS } from "../../lib/clock.ts";

/** Beyond that many in a minute, what else is refused is counted and not noted. */
const MAX_NOTED = 1_000;

interface Count {
  workspaceId: string | null;
  aim: "known" | "unknown";
  minute: number;
  count: number;
}

export class ThrottledSignIns {
  private readonly performer: Performer;
  private readonly onError: (error: Error) => void;
  private minute = 0;
  private noted = new Set<string>();
  private counts = new Map<string, Count>();
  private timer: NodeJS.Timeout | undefined;

  constructor(performer: Performer, onError: (error: Error) => void) {
    this.performer = performer;
    this.onError = onError;
  }

  /** `scope` is what had its failures in this minute. */
  async add(scope: string, minute: number, refused: SignInFor, by: Author): Promise<void> {
    if (minute !== this.minute) this.noted.clear();
    this.minute = minute;
    if (!this.noted.has(scope) && this.noted.size < MAX_NOTED) {
      this.noted.add(scope);
      await this.performer.perform(refuseSignIn, refused, by);
      return;
    }
    this.count(minute, refused.workspaceId ?? null, by.id === null ? "unknown" : "known");
  }

  /** Writes what was counted so far. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const counts = [...this.counts.values()];
    this.counts.clear();
    for (const count of counts) await this.performer.perform(countRefusedSignIns, count);
  }

  private count(minute: number, workspaceId: string | null, aim: Count["aim"]): void {
    const key = `${minute} ${aim} ${workspaceId}`;
    const count = this.counts.get(key)?.count ?? 0;
    this.counts.set(key, { workspaceId, aim, minute, count: count + 1 });
    this.timer ??= setTimeout(() => void this.flush().catch(this.onError), MINUTE_MS).unref();
  }
}
