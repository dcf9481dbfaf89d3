// What can be taken back on this page, the newest first, and done again. Each word about it has its own way back, too.
import { type ReactNode, useMemo, useRef } from "react";
import { isConnected } from "../../../api/live-updates.ts";
import { dismissTopic, shownApp, type Toast, toast, undoNewest } from "../../../interaction/toasts.tsx";
import { onceSaved } from "../../../unsaved/sent-listeners.ts";

interface Step {
  /** What was done, as a sentence. */
  text: string;
  /** Gives the changes that the server has to take for it, if any; null when it has said itself what came of it. */
  undo(): readonly string[] | null;
  redo: (() => void) | null;
  more: More;
}

/** What a message says beside what was done. */
interface More {
  link?: Toast["link"];
  /** What to know or do next. */
  hint?: string;
  action?: ReactNode;
}

const MAX_STEPS = 100;
/** One message at a time: whoever records fast reads only the newest. */
const TOPIC = "runbook";

/** Takes the place of the message that it was done. */
export function sayFailed(error: unknown): void {
  toast({ kind: "failed", topic: TOPIC, text: error instanceof Error ? error.message : "That did not work." });
}

export function say(text: string, link?: Toast["link"]): void {
  toast({ text, topic: TOPIC, ...(link && { link }) });
}

/** Says something beside the last message, whose undo stays. */
function sayNone(text: string): void {
  toast({ text, topic: "undo" });
}

/** Closes the message. */
export function sayNothing(): void {
  dismissTopic(TOPIC);
}

export interface UndoStack {
  /** Says what was done, and keeps the way back, and the way to do it again after that. */
  add(text: string, undo: Step["undo"], redo?: () => void, more?: More): void;
  /** Undoes the latest step. */
  undo(): void;
  /** Does the step again that was undone last. */
  redo(): void;
}

export function useUndoStack(app: string, appName: string): UndoStack {
  const name = useRef(appName);
  name.current = appName;
  const steps = useRef<Step[]>([]);
  const undone = useRef<Step[]>([]);
  /** The number of the latest thing that was done or undone. */
  const latest = useRef(0);
  return useMemo(() => {
    const take = (step: Step) => {
      if (!steps.current.includes(step)) return;
      steps.current = steps.current.filter((one) => one !== step);
      undone.current = [...undone.current.slice(1 - MAX_STEPS), step];
      sayNothing();
      const changes = step.undo();
      if (changes === null) {
        undone.current = undone.current.filter((one) => one !== step);
        return;
      }
      const own = ++latest.current;
      const end = (isDone: boolean) => {
        if (!isDone) undone.current = undone.current.filter((one) => one !== step);
        // Whoever has gone on meanwhile is told of the newer only. On another page it has to be said where.
        else if (latest.current === own) say(`Undone${shownApp() === app ? "" : ` in ${name.current}`}: ${step.text}`);
      };
      if (changes.length === 0) return end(true);
      if (!isConnected()) say(`Will be undone once the server is back: ${step.text}`);
      onceSaved(changes, end);
    };
    const push = (step: Step) => {
      latest.current++;
      steps.current = [...steps.current.slice(1 - MAX_STEPS), step];
      const { text, more } = step;
      const where = isConnected() ? "" : " It is kept here until the server is back.";
      const { hint = "", ...others } = more;
      toast({ text: text + hint + where, topic: TOPIC, undo: () => take(step), ...others });
    };
    return {
      add(text, undo, redo, more = {}) {
        undone.current = [];
        push({ text, undo, redo: redo ?? null, more });
      },
      undo() {
        const newest = steps.current.at(-1);
        if (newest !== undefined) take(newest);
        else if (!undoNewest()) sayNone("There is nothing to undo.");
      },
      redo() {
        const newest = undone.current.at(-1);
        if (newest?.redo == null) {
          sayNone("There is nothing to redo.");
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
  }, [app]);
}
