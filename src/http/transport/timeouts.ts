// How long a client may take to send a request, how long an unused connection is kept, and how long each is waited for when the server stops.

/** Until a request's headers are there, and until all of it is. */
export const HEADERS_TIMEOUT_MS = 10_000;
export const REQUEST_TIMEOUT_MS = 15_000;
/** How often the two before are looked after. */
export const TIMEOUTS_CHECKED_MS = 1_000;
/** How long a connection without a request is kept: longer than balancers keep theirs. */
export const KEEP_ALIVE_MS = 65_000;

/** How long a stopping server still answers what comes over its connections. */
export const GRACE_MS = 250;
export const SWEEP_MS = 50;
/** Whoever takes longer to read an answer, or to send a request, is cut off when the server stops. */
export const CUT_OFF_AFTER_MS = 8_000;
/** How long a kept connection may be silent while the server is drained; clients that use it learn of the end. */
export const DRAINED_IDLE_MS = 3_000;
export const DRAIN_WITHIN_MS = 30_000;
