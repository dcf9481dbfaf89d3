// Puts what was archived back into the runbook, says so with the way there, and keeps the way back.
import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { post } from "../../../api/client.ts";
import type { ArchivedKind } from "../../../api/find-archived.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import type { Page } from "../../../api/types.ts";
import { keepChange } from "../../../api/unsaved-store.ts";
import { shortened } from "../data/cell-text.ts";
import { say, type UndoStack } from "../data/undo-stack.ts";
import { archivedKey } from "./use-archived.ts";

interface Options {
  /** The section that a check is put into, if not its own. */
  into?: string;
  /** Is called before it leaves the list of what is archived. */
  onRestored?(): void;
}

/** Throws what the server says. */
export type Restore = (kind: ArchivedKind, id: string, options?: Options) => Promise<void>;

type Known = InfiniteData<Page<{ id: string }>>;

export function useRestore(app: string, undo: UndoStack): Restore {
  const client = useQueryClient();
  return useCallback(
    async (kind, id, { into, onRestored } = {}) => {
      const body = into === undefined ? undefined : { section: into };
      const { title } = await post<{ title: string }>(`/${kind}/${encodeURIComponent(id)}/restore`, body);
      onRestored?.();
      client.setQueryData<Known>(archivedKey(app, kind), (known) => known && without(known, id));
      await client.invalidateQueries({ queryKey: queryKeys.appPart(app, "runbook") });
      const link = { text: "Show it", href: `/apps/${app}?${kind === "checks" ? "check" : "section"}=${id}` };
      // A section may have brought checks along: with them it can't be deleted again.
      if (kind === "sections") return say(`Section ${shortened(title)} restored.`, link);
      const words = `${shortened(title)} restored`;
      undo.add(
        `${words}.`,
        () => [keepChange(app, `Taken back: ${words}`, { kind: "archive", checks: [id] }).id],
        () => void keepChange(app, words, { kind: "restore", checks: [id] }),
        { link },
      );
    },
    [client, app, undo],
  );
}

function without({ pages, pageParams }: Known, id: string): Known {
  return { pageParams, pages: pages.map((page) => ({ ...page, data: page.data.filter((one) => one.id !== id) })) };
}
