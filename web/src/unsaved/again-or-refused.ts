// Whether a change that could not be sent is kept and tried again, or is shown to its writer as refused.

/** A server that fails on one change this often is not given it again by itself. */
const MAX_FAILURES = 4;
/** The server is away, or a proxy in front of it says so, or it has no time now: not the fault of the change. */
const AWAY = new Set([0, 408, 425, 429, 502, 503, 504]);

/** `tries` is how often the server has failed on this change before; 0 is the status where no answer came. */
export function againOrRefused(status: number, tries: number): "away, again" | "failed, again" | "refused" {
  if (AWAY.has(status)) return "away, again";
  return status >= 500 && tries + 1 < MAX_FAILURES ? "failed, again" : "refused";
}
