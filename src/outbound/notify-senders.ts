// Wakes whoever sends, or goes on with it, once something was done that may have given cause for it.
import type { Performer } from "../engine/performer.ts";

interface Senders {
  outbox: { wake(): void };
  forwarding: { wake(): void };
  /** Sends mails; null where none are sent. */
  mailing: { wake(): void } | null;
  erasing: { wake(): void };
  renaming: { wake(): void };
}

/** A performer that wakes the background jobs which an action concerns. */
export function notifySenders(
  performer: Performer,
  { outbox, forwarding, mailing, erasing, renaming }: Senders,
): Performer {
  return {
    ...performer,
    perform: (action, input, by, lockBudgetMs) => {
      const done = performer.perform(action, input, by, lockBudgetMs);
      if (action.wakes.length > 0) {
        const wake = () => {
          if (action.wakes.includes("notifications")) outbox.wake();
          if (action.wakes.includes("forwards")) forwarding.wake();
          if (action.wakes.includes("mails")) mailing?.wake();
          if (action.wakes.includes("erasures")) erasing.wake();
          if (action.wakes.includes("names")) renaming.wake();
        };
        void done.then(wake, () => {});
      }
      return done;
    },
  };
}
