// Files that were chosen for an issue that is not raised yet, or for the next result: they are there again when one comes back, also
// after a reload, for the person who chose them.
import { useCallback, useEffect, useRef, useState } from "react";
import { useMe } from "../../api/session.tsx";
import { keepFiles, knownFiles, readFiles } from "../../api/stored-files.ts";

export interface ChosenFileList {
  files: readonly File[];
  set(files: readonly File[]): void;
  /** False when the browser would lose them with the page. */
  areKept: boolean;
}

export function useKeptFiles(name: string): ChosenFileList {
  const key = `draft ${useMe().id} ${name}`;
  const [files, setFiles] = useState<readonly File[]>(() => knownFiles(key) ?? []);
  const [areKept, setKept] = useState(true);
  const latest = useRef(files);
  const set = useCallback(
    (next: readonly File[]) => {
      latest.current = next;
      setFiles(next);
      void keepFiles(key, next).then((isKept) => {
        if (latest.current === next) setKept(isKept);
      });
    },
    [key],
  );
  useEffect(() => {
    if (knownFiles(key) !== undefined) return;
    let isGone = false;
    // What was chosen while these were read comes behind them.
    void readFiles(key).then((found) => {
      if (!isGone && found.length > 0 && found !== latest.current) set([...found, ...latest.current]);
    });
    return () => {
      isGone = true;
    };
  }, [key, set]);
  return { files, set, areKept };
}
