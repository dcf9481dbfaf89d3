// The last result of a check on each platform: of all, or of those that count for the cycle that is shown.
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { get } from "../../../api/client.ts";
import { countsFor } from "../../../api/cycle-reading.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import type { Check, Result } from "../../../api/types.ts";
import type { Runbook } from "../data/runbook.ts";

/** The last results under the codes of platforms. */
export type LastResults = ReadonlyMap<
  string,
  Pick<Result, "outcome" | "recorded_by" | "recorded_at" | "build" | "note">
>;

const MAX_RESULTS = 100;

/** A check's last results; empty until known. */
export function useLastResults({ app, cycle }: Runbook, check: string, whole: Check | undefined): LastResults {
  const isAsked = cycle !== undefined && whole?.id === check;
  const { data } = useQuery({
    queryKey: queryKeys.appPart(app.id, "check-results", check),
    queryFn: ({ signal }) => get<Result[]>("/results", { app: app.id, check, limit: MAX_RESULTS }, signal),
    enabled: isAsked,
  });
  return useMemo(() => {
    if (cycle === undefined) {
      return new Map(whole?.platforms.flatMap(({ code, last_result }) => (last_result ? [[code, last_result]] : [])));
    }
    // The newest comes first.
    const counted = (data ?? []).filter((result) => countsFor(cycle, result)).toReversed();
    return new Map(counted.map((result) => [result.platform, result]));
  }, [cycle, whole, data]);
}
