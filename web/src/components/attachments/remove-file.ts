// Removing an attached file, with a moment to bring it back.
import { toast, toastError } from "../../interaction/toasts.tsx";
import { removeLater } from "../behaviour/delayed-removal.ts";

export function removeFile(path: string, name: string, remove: (path: string) => Promise<void>): void {
  const removal = removeLater(path, () => remove(path));
  removal.done.catch(toastError);
  toast({
    text: `${name} was removed.`,
    undo: () => {
      if (!removal.back()) toast({ text: `${name} was removed already.` });
    },
  });
}
