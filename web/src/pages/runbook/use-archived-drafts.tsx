// Whoever is writing about a check that somebody else archives is told, and can copy what they wrote. The draft is kept, and
// is there again when the check is restored.
import { useEffect, useRef } from "react";
import { readDraft } from "../../api/drafts.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { toast } from "../../shell/toasts.tsx";
import { isArchivedHere } from "./archived-here.ts";
import type { RunbookCheck } from "./runbook-data.ts";

/** Undefined before the runbook was read. */
export function useArchivedDrafts(checks: readonly RunbookCheck[] | undefined): void {
  const before = useRef(checks);
  useEffect(() => {
    const past = before.current;
    before.current = checks;
    if (checks === undefined || past === undefined || checks.length >= past.length) return;
    const left = new Set(checks.map(({ id }) => id));
    for (const { id, title } of past) {
      if (left.has(id) || isArchivedHere(id)) continue;
      const draft = readDraft<{ text: string }>(`of the instructions of ${id}`);
      const note = readDraft<{ note: string }>(`of a note on ${id}`);
      const text = [draft?.text, note?.note].filter(Boolean).join("\n\n");
      if (text === "") continue;
      toast({
        kind: "failed",
        text: `“${title}” was archived while you were writing about it. Your text is kept, in case the check is restored.`,
        action: <CopyButton size="compact-sm" text={text} label="Copy the text" />,
      });
    }
  }, [checks]);
}
