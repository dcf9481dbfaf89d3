// How the runbook is shown, as commands of the palette.
import { useLocation } from "wouter";
import { reportHref } from "../../../api/cycles.ts";
import { type PaletteCommand, useCommands } from "../../../interaction/commands.tsx";
import type { RunbookOutline } from "../data/runbook.ts";
import type { ShownPlatforms } from "../data/use-shown-platforms.ts";

interface Given {
  runbook: RunbookOutline;
  platforms: ShownPlatforms;
  isTrendOpen: boolean;
  onTrend(value: boolean): void;
  isAnyCollapsed: boolean;
  onCollapseAll(collapse: boolean): void;
  onCopySections: (() => void) | null;
  /** Begins to select several checks; null for readers who could do nothing with them. */
  onSelect: (() => void) | null;
}

export function useViewCommands(given: Given): void {
  const { runbook, platforms, isTrendOpen, onTrend, isAnyCollapsed, onCollapseAll, onSelect } = given;
  const isShown = (code: string) => platforms.shown.some((one) => one.code === code);
  const ofPlatforms = runbook.platforms.map(({ code, label }): PaletteCommand => {
    const word = isShown(code) ? "Hide" : "Show";
    return {
      id: `${word} ${code}`,
      label: `${word} the platform ${label}`,
      run: () => platforms.setShown(code, !isShown(code)),
    };
  });
  const [, go] = useLocation();
  const { app, cycle } = runbook;
  useCommands([
    { label: "Open the report", also: "print pdf evidence", run: () => go(reportHref(app.id, cycle?.id)) },
    { label: isTrendOpen ? "Hide the trend" : "Show the trend", run: () => onTrend(!isTrendOpen) },
    { label: "Collapse all sections", also: "fold", run: () => onCollapseAll(true) },
    ...(isAnyCollapsed ? [{ label: "Expand all sections", also: "unfold", run: () => onCollapseAll(false) }] : []),
    ...(onSelect === null ? [] : [{ label: "Select several checks", shortcut: "Select several", run: onSelect }]),
    ...(given.onCopySections === null ? [] : [{ label: "Copy sections to another app", run: given.onCopySections }]),
    // At least one stays.
    ...ofPlatforms.filter((_, i) => platforms.shown.length > 1 || !isShown(runbook.platforms[i]!.code)),
  ]);
}
