// Files that were chosen for an issue that is not raised yet: they are there again when the dialog is opened again, for the
// person who chose them, until the page is left.
import { useCallback, useState } from "react";
import { useMe } from "../../api/session.tsx";

const kept = new Map<string, readonly File[]>();

export function useKeptFiles(name: string): [readonly File[], (files: readonly File[]) => void] {
  const key = `${useMe().id} ${name}`;
  const [files, setFiles] = useState<readonly File[]>(() => kept.get(key) ?? []);
  const keep = useCallback(
    (next: readonly File[]) => {
      kept.set(key, next);
      setFiles(next);
    },
    [key],
  );
  return [files, keep];
}
