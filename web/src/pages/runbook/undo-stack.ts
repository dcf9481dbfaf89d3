// What can be taken back on this page, the newest first, and done again. Each word about it has its own way back, too.
import { useMemo, useRef } from "react";
import { isConnected } from "../../api/live.ts";
import { type Toast, toast, undoNewest } from "../../shell/toasts.tsx";

interface Step {
  text: string;
  /** What to know or do next, said only when it was done. */
  hint: string;
  undo(): void;
  redo: (() => void) | null;
  link: Toast["link"];
}

const MAX_STEPS = 100;
/** One word at a time: whoever records fast reads only the newest. */
const TOPIC = "runbook";

/** Takes the place of the word that said it was done. */
export function sayFailed(error: unknown): void {
  toast({ kind: "failed", topic: TOPIC, text: error instanceof Error ? error.message : "That did not work." });
}

export function say(text: string, link?: Toast["link"]): void {
  toast({ text, topic: TOPIC, ...(link && { link }) });
}

export interface UndoStack {
  /** Says what was done, with a link to it, and keeps the way back, and the way to do it again after that. */
  add(text: string, undo: () => void, redo?: () => void, link?: Toast["link"], hint?: string): void;
  /** Takes back the newest. */
  undo(): void;
  /** Does again what was taken back last. */
  redo(): void;
}

export function useUndoStack(): UndoStack {
  const steps = useRef<Step[]>([]);
  const undone = useRef<Step[]>([]);
  return useMemo(() => {
    const take = (step: Step) => {
      if (!steps.current.includes(step)) return;
      steps.current = steps.current.filter((one) => one !== step);
      undone.current = [...undone.current.slice(1 - MAX_STEPS), step];
      say(`Undone: ${step.text}`);
      step.undo();
    };
    const push = (step: Step) => {
      steps.current = [...steps.current.slice(1 - MAX_STEPS), step];
      const { text, hint, link } = step;
      const where = isConnected() ? "" : " It is kept here until the server is back.";
      toast({ text: text + hint + where, topic: TOPIC, undo: () => take(step), ...(link && { link }) });
    };
    return {
      add(text, undo, redo, link, hint = "") {
        undone.current = [];
        push({ text, hint, undo, redo: redo ?? null, link });
      },
      undo() {
        const newest = steps.current.at(-1);
        if (newest !== undefined) take(newest);
        else if (!undoNewest()) say("There is nothing to undo.");
      },
      redo() {
        const newest = undone.current.at(-1);
        if (newest?.redo == null) {
          say("There is nothing to redo.");
          return;
        }
        const others = undone.current.slice(0, -1);
        const before = steps.current;
        newest.redo();
        // What is done again in the same way can be taken back in the same way.
        if (steps.current === before) push(newest);
        undone.current = others;
      },
    };
  }, []);
}
