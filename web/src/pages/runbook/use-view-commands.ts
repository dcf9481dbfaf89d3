// How the runbook is shown, as commands of the palette.
import { type PaletteCommand, useCommands } from "../../shell/commands.tsx";
import type { RunbookOutline } from "./runbook-data.ts";
import type { ShownPlatforms } from "./use-columns.ts";

interface Given {
  runbook: RunbookOutline;
  platforms: ShownPlatforms;
  isTrendOpen: boolean;
  onTrend(value: boolean): void;
  onCollapseAll(collapse: boolean): void;
}

export function useViewCommands({ runbook, platforms, isTrendOpen, onTrend, onCollapseAll }: Given): void {
  const isShown = (code: string) => platforms.shown.some((one) => one.code === code);
  const ofPlatforms = runbook.platforms.map(({ code, label }): PaletteCommand => {
    const word = isShown(code) ? "Hide" : "Show";
    return {
      id: `${word} ${code}`,
      label: `${word} the platform ${label}`,
      run: () => platforms.setShown(code, !isShown(code)),
    };
  });
  useCommands([
    { label: isTrendOpen ? "Hide the trend" : "Show the trend", run: () => onTrend(!isTrendOpen) },
    { label: "Collapse all sections", also: "fold", run: () => onCollapseAll(true) },
    { label: "Expand all sections", also: "unfold", run: () => onCollapseAll(false) },
    // At least one stays.
    ...ofPlatforms.filter((_, i) => platforms.shown.length > 1 || !isShown(runbook.platforms[i]!.code)),
  ]);
}
