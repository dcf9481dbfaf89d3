// How much room the runbook has.
import { useMediaQuery } from "@mantine/hooks";

/** A window that is as narrow because it is zoomed still has its keys, and keeps the grid. */
const PHONE = "(max-width: 30em), (max-width: 40em) and (pointer: coarse)";
const COMPACT = "(max-width: 40em)";

const AT_ONCE = { getInitialValueInEffect: false };

export function useScreenSize(): { isPhone: boolean; isCompact: boolean } {
  return { isPhone: useMediaQuery(PHONE, false, AT_ONCE), isCompact: useMediaQuery(COMPACT, false, AT_ONCE) };
}
