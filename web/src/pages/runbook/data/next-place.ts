// Where the cursor goes by itself: on after a result, and to what a filter asks for.
import { useEffect, useRef } from "react";
import type { Status } from "../../../api/types.ts";
import type { RunbookAddress } from "./runbook-address.ts";
import type { Column, Row } from "./runbook-rows.ts";
import type { Cursor } from "./use-cursor.ts";

/** Where a tester goes on after a result: the next check in this column, or the next cell that fits the filter. */
export function nextPlace(
  rows: readonly Row[],
  columns: readonly Column[],
  { index, column }: { index: number; column: number },
  statuses: readonly Status[],
): { index: number; column: number } | null {
  for (let next = index + 1; next < rows.length; next++) {
    const row = rows[next]!;
    if (row.kind !== "check") continue;
    if (statuses.length === 0 || column === 0) return { index: next, column };
    const fits = (at: number) => statuses.includes(row.check.statuses[columns[at - 1]!.platform]!);
    if (fits(column)) return { index: next, column };
    const other = columns.findIndex((_, i) => fits(i + 1));
    if (other >= 0) return { index: next, column: other + 1 };
  }
  return null;
}

/** When somebody asks for a status, the cursor goes to a cell that has it; a cell that the address names is left alone. */
export function useFollowFilter(
  { index, column, row, moveTo }: Cursor,
  rows: readonly Row[],
  columns: readonly Column[],
  statuses: readonly Status[],
  { aim, visit }: Pick<RunbookAddress, "aim" | "visit">,
): void {
  const asked = statuses.join(" ");
  const before = useRef({ visit: -1, asked: "" });
  useEffect(() => {
    const isArrival = before.current.visit !== visit;
    if (!isArrival && asked === before.current.asked) return;
    before.current = { visit, asked };
    if (asked === "" || index < 0 || (isArrival && aim.on !== null)) return;
    const isThere =
      row?.kind === "check" && statuses.includes(row.check.statuses[columns[column - 1]?.platform ?? -1]!);
    if (isThere) return;
    const next = nextPlace(rows, columns, { index: index - 1, column }, statuses);
    if (isArrival && aim.at !== null) {
      if (next?.index === index) moveTo(next.index, next.column);
      return;
    }
    const any = next ?? nextPlace(rows, columns, { index: -1, column }, statuses);
    if (any !== null) moveTo(any.index, any.column);
  });
}
