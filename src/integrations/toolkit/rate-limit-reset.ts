// How long to wait until a limit is lifted, of a tool that names the moment: by the clock of whoever answered.
import type { IncomingHttpHeaders } from "node:http";

export function msUntilReset({ date }: IncomingHttpHeaders, resetAt: number): number | null {
  const wait = resetAt - Date.parse(date ?? "");
  return wait > 0 ? wait : null;
}
