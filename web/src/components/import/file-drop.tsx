// A file may be dropped anywhere on the page: while one is dragged over it, the page says what will become of it.
import { useEffect, useRef, useState } from "react";
import { Icon } from "../display/icons.tsx";
import classes from "./file-drop.module.css";

export function FileDrop({ words, onFile }: { words: string; onFile(file: File): void }) {
  const [isOver, setOver] = useState(false);
  const drop = useRef(onFile);
  drop.current = onFile;
  useEffect(() => {
    // Every element on the way is entered and left: it is over when all that were entered were left.
    let depth = 0;
    const set = (value: number) => {
      depth = Math.max(0, value);
      setOver(depth > 0);
    };
    const listen = (type: string, handle: (event: DragEvent) => void) => {
      const listener = (event: Event) => {
        const drag = event as DragEvent;
        if (drag.dataTransfer?.types.includes("Files")) handle(drag);
      };
      window.addEventListener(type, listener);
      return () => window.removeEventListener(type, listener);
    };
    const stops = [
      listen("dragenter", () => set(depth + 1)),
      listen("dragleave", () => set(depth - 1)),
      listen("dragover", (event) => event.preventDefault()),
      listen("drop", (event) => {
        event.preventDefault();
        set(0);
        const [file] = event.dataTransfer?.files ?? [];
        if (file !== undefined) drop.current(file);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  if (!isOver) return null;
  return (
    <div className={classes.over} aria-hidden="true">
      <div className={classes.words}>
        <Icon name="upload" size={24} />
        {words}
      </div>
    </div>
  );
}
