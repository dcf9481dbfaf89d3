// What is shown of the runbook beside its filters: the check that is open, and where the list begins. The address follows it.
import { useEffect, useMemo, useRef } from "react";
import { isNew } from "../../../api/unsaved-change.ts";
import { useForVisit } from "../../../interaction/page-visits.ts";
import type { Runbook } from "../data/runbook.ts";
import type { RunbookAddress } from "../data/runbook-address.ts";
import { checkNamed } from "../data/runbook-data.ts";
import { INSERTION, type Row } from "../data/runbook-rows.ts";
import type { Cursor } from "../data/use-cursor.ts";
import { type Arrival, takeScrollAlong } from "./use-list-scroll.ts";

export interface ShownPlace {
  /** The check whose details are open. */
  opened: string | null;
  /** Opens a check, which is a step that Back takes back; null closes what is open. */
  open(check: string | null): void;
  /** On a phone, the check that the reader was led to or opened last. */
  phoneAt: string | null;
  arrival: Arrival;
  onTop(key: string | null): void;
}

interface Given {
  runbook: Runbook;
  rows: readonly Row[];
  cursor: Cursor;
  address: RunbookAddress;
  isPhone: boolean;
  /** On a phone, the platform that the address names. */
  phoneOn: string | null;
}

export function useShownPlace({ runbook, rows, cursor, address, isPhone, phoneOn }: Given): ShownPlace {
  const { aim, visit, follow } = address;
  const [last, setLast] = useForVisit(visit, checkNamed(runbook, aim.opened)?.id ?? null);
  const [phoneAt, setPhoneAt] = useForVisit(visit, checkNamed(runbook, aim.at)?.id ?? null);
  const [top, setTop] = useForVisit(visit, aim.top);
  // Going on in the grid leads from one check to the next; a heading leaves the last one open.
  const opened = last !== null && !isPhone && cursor.row?.kind === "check" ? cursor.row.key : last;
  // A field between others is gone after a reload: its place is behind the row before it.
  const at = isPhone ? phoneAt : cursor.at === INSERTION ? (rows[cursor.index - 1]?.key ?? null) : cursor.at;
  const on = isPhone ? phoneOn : cursor.at === null ? null : cursor.on;
  // While one is nowhere, the address goes on saying what was not found.
  const missing = cursor.index < 0 && cursor.at !== null ? cursor.at : null;
  useEffect(() => {
    if (opened !== last) setLast(() => opened);
    if (missing === null) follow({ at: known(at), on, opened: known(opened), top });
    else follow({ at: missing, on, opened: opened ?? (missing === aim.at ? aim.opened : null), top });
  }, [follow, setLast, aim, missing, opened, last, at, on, top]);

  const open = (check: string | null) => {
    const isStep = check !== null && last === null;
    if (check === null && isPhone && isOpeningStep()) return history.back();
    if (isStep) {
      follow({ at: check, on, opened: null, top });
      takeScrollAlong(() => follow({ at: check, on, opened: check, top }, true));
    }
    setLast(() => check);
    if (check !== null) setPhoneAt(() => check);
  };
  const latest = useRef(open);
  latest.current = open;
  const stable = useMemo(
    () => ({
      open: (check: string | null) => latest.current(check),
      onTop: (key: string | null) => setTop(() => key),
    }),
    [setTop],
  );
  const index = aim.at === null ? -1 : isPhone ? rows.findIndex(({ key }) => key === phoneAt) : cursor.index;
  return { opened, phoneAt, arrival: { visit, top: aim.top, index }, ...stable };
}

/** Whether Back leads to where this check was opened. */
function isOpeningStep(): boolean {
  return (history.state as { isOpening?: boolean } | null)?.isOpening === true;
}

/** What the server doesn't know yet has no address. */
function known(check: string | null): string | null {
  return check !== null && isNew(check) ? null : check;
}
