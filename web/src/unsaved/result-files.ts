// Keeps files for a result until they are attached: each is a change of its own behind it, and waits with it for the server.
import { keepFiles } from "../api/stored-files.ts";
import { keepChange, newFileName } from "../api/unsaved-store.ts";
import { toast } from "../interaction/toasts.tsx";

/** Keeps files for a result: `key` stands for its id, `words` describe it. */
export function keepResultFiles(app: string, key: string, words: string, files: readonly File[]): void {
  for (const one of files) {
    const file = newFileName();
    void keepFiles(file, [one]).then((isKept) => {
      if (isKept) return;
      toast({ text: `Leave this page open until ${one.name} is attached: your browser has no room to keep it.` });
    });
    keepChange(app, `File ${one.name} of the result: ${words}`, { kind: "attach", result: key, file });
  }
}
