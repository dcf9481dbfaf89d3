// Whoever is writing about a check that somebody else archives, or in a section that somebody else deletes, is told, and can copy
// what they wrote. The draft is kept, and is there again when the check or the section is restored.
import { useEffect, useRef } from "react";
import { readDraft } from "../../../api/drafts.ts";
import { CopyButton } from "../../../components/buttons/copy-button.tsx";
import { toast } from "../../../interaction/toasts.tsx";
import { shortened } from "../data/cell-text.ts";
import type { Runbook } from "../data/runbook.ts";
import { titleDraft } from "../data/runbook-rows.ts";
import { isArchivedHere } from "../editing/archived-on-page.ts";

/** Undefined before the runbook was read. */
export function useArchivedDrafts(runbook: Runbook | undefined): void {
  const before = useRef(runbook);
  useEffect(() => {
    const past = before.current;
    before.current = runbook;
    if (runbook === undefined || past === undefined) return;
    for (const { id, title } of goneFrom(past.checks, runbook.checks)) {
      const written = readDraft<{ text: string }>(`of the instructions of ${id}`);
      const note = readDraft<{ note: string }>(`of a note on ${id}`);
      tell(`“${shortened(title)}” was archived`, "check", [titleOf(id), written?.text, note?.note]);
    }
    for (const { id, title } of goneFrom(past.sections, runbook.sections)) {
      tell(`The section “${shortened(title)}” was deleted`, "section", [titleOf(id), titleOf(`add ${id}`)]);
    }
  }, [runbook]);
}

function goneFrom<T extends { id: string }>(past: readonly T[], now: readonly T[]): T[] {
  if (now === past) return [];
  const left = new Set(now.map(({ id }) => id));
  return past.filter(({ id }) => !left.has(id) && !isArchivedHere(id));
}

/** The title that is being typed in the row of this key. */
function titleOf(key: string): string | undefined {
  return readDraft<{ text: string }>(titleDraft(key))?.text;
}

function tell(what: string, kind: "check" | "section", texts: (string | undefined)[]): void {
  const text = texts.filter(Boolean).join("\n\n");
  if (text === "") return;
  toast({
    kind: "failed",
    text: `${what} while you were writing ${kind === "check" ? "about" : "in"} it. Your text is kept, in case the ${kind} is restored: “${shortened(text)}”`,
    action: <CopyButton size="compact-sm" text={text} label="Copy the text" />,
  });
}
