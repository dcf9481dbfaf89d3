// Files that are dropped onto the page or pasted into it, while it is open to them.
import { useEffect, useRef, useState } from "react";

/** Gives whether files are being held over the page. */
export function useDroppedFiles(isOpen: boolean, onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useRef(onFiles);
  take.current = onFiles;
  useEffect(() => {
    if (!isOpen) return;
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes("Files") !== true || isBehindDialog(event)) return;
      event.preventDefault();
      setOver(true);
    };
    // Leaving an element for another one inside the page is no leaving.
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (event.defaultPrevented || isBehindDialog(event)) return;
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      take.current(files);
    };
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || event.defaultPrevented || isBehindDialog(event) || isText(event)) return;
      event.preventDefault();
      take.current(files);
    };
    document.addEventListener("dragover", over);
    document.addEventListener("dragleave", leave);
    document.addEventListener("drop", drop);
    document.addEventListener("paste", paste);
    return () => {
      document.removeEventListener("dragover", over);
      document.removeEventListener("dragleave", leave);
      document.removeEventListener("drop", drop);
      document.removeEventListener("paste", paste);
    };
  }, [isOpen]);
  return isOver;
}

/** Whether a paste is meant as text: some tools copy a text along with a picture of it, and in a field the text counts. */
export function isText({ target, clipboardData }: ClipboardEvent): boolean {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  return isField && clipboardData?.types.includes("text/plain") === true;
}

/** Whether a dialog is over the target: dialogs take their files themselves. */
function isBehindDialog({ target }: Event): boolean {
  return target instanceof Element && target.closest("[role=dialog]") !== null;
}
