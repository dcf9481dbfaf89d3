// What can be taken back on this page, the newest first. Each word about it has its own way back, too.
import { useMemo, useRef } from "react";
import { toast, undoNewest } from "../../shell/toasts.tsx";

interface Step {
  text: string;
  undo(): void;
}

const MAX_STEPS = 100;
/** One word at a time: whoever records fast reads only the newest. */
const TOPIC = "runbook";

/** Takes the place of the word that said it was done. */
export function sayFailed(error: unknown): void {
  toast({ kind: "failed", topic: TOPIC, text: error instanceof Error ? error.message : "That did not work." });
}

export function say(text: string): void {
  toast({ text, topic: TOPIC });
}

export interface UndoStack {
  /** Says what was done and keeps the way back. Gives what to call if it turned out not to be done. */
  add(text: string, undo: () => void): (error: unknown) => void;
  /** Takes back the newest. */
  undo(): void;
}

export function useUndoStack(): UndoStack {
  const steps = useRef<Step[]>([]);
  return useMemo(() => {
    const take = (step: Step) => {
      if (!steps.current.includes(step)) return;
      steps.current = steps.current.filter((one) => one !== step);
      say(`Undone. ${step.text}`);
      step.undo();
    };
    return {
      add(text, undo) {
        const step = { text, undo };
        steps.current = [...steps.current.slice(1 - MAX_STEPS), step];
        toast({ text, topic: TOPIC, undo: () => take(step) });
        return (error) => {
          steps.current = steps.current.filter((one) => one !== step);
          sayFailed(error);
        };
      },
      undo() {
        const newest = steps.current.at(-1);
        if (newest !== undefined) take(newest);
        else if (!undoNewest()) toast({ text: "There is nothing to undo.", topic: TOPIC });
      },
    };
  }, []);
}
