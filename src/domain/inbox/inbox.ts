// What somebody is told of, and why they are: everything that stands in an inbox.

/**
 * `assigned`, `mentioned`: it is about them. `commented`, `fixed`: of an issue that they watch. `retest`: a fix waits in a section that they
 * test. `cycle`: one that they test in was started or closed, or they came to test in it. `paused`: a connection of an app that they are an
 * admin of kept failing.
 */
export const INBOX_KINDS = ["assigned", "mentioned", "commented", "fixed", "retest", "cycle", "paused"] as const;
export type InboxKind = (typeof INBOX_KINDS)[number];

/** How somebody came to watch an issue; `chosen` is their own wish. */
export const WATCH_REASONS = ["raised", "assigned", "mentioned", "commented", "chosen"] as const;
export type WatchReason = (typeof WATCH_REASONS)[number];
