// Which issues of the list are selected: one by one, or all between two.
import { type RefObject, useState } from "react";
import type { Issue } from "../../../api/types.ts";
import type { ListHandle } from "./issue-list.tsx";

export interface SelectedIssues {
  /** Selected issues in the order of the list; those that left the list aren't selected any more. */
  issues: readonly Issue[];
  has(id: string): boolean;
  /** Selects an issue, or takes it out of the selection. */
  toggle(id: string): void;
  /** Selects all from the one that was toggled last to this one. */
  reach(id: string): void;
  /** Selects where one is and the next one in this direction, which gets the focus. */
  extend(step: 1 | -1): void;
  /** Toggles the current issue. */
  toggleHere(): void;
  clear(): void;
}

/** `list` tells one list from another: what was selected in one is not in the next. `open` is the issue beside the list. */
export function useSelectedIssues(
  list: string,
  listed: readonly Issue[],
  open: string | undefined,
  handle: RefObject<ListHandle | null>,
): SelectedIssues {
  const [state, setState] = useState({ list, ids: new Set<string>(), anchor: "" });
  const { ids, anchor } = state.list === list ? state : { ids: new Set<string>(), anchor: "" };
  const set = (next: Set<string>, from: string) => setState({ list, ids: next, anchor: from });
  const indexOf = (id: string | undefined) => listed.findIndex((issue) => issue.id === id);
  const here = () => {
    const focused = document.activeElement?.closest<HTMLElement>("[data-issue]")?.dataset.issue;
    return Math.max(0, indexOf(focused ?? open));
  };
  const toggle = (id: string) => {
    const next = new Set(ids);
    if (!next.delete(id)) next.add(id);
    set(next, id);
  };
  return {
    issues: ids.size === 0 ? [] : listed.filter(({ id }) => ids.has(id)),
    has: (id) => ids.has(id),
    toggle,
    reach(id) {
      const [from, to] = [indexOf(anchor), indexOf(id)];
      if (from < 0) return toggle(id);
      const between = listed.slice(Math.min(from, to), Math.max(from, to) + 1);
      set(new Set([...ids, ...between.map((issue) => issue.id)]), anchor);
    },
    extend(step) {
      const from = here();
      const to = Math.max(0, Math.min(from + step, listed.length - 1));
      const [one, other] = [listed[from], listed[to]];
      if (one === undefined || other === undefined) return;
      set(new Set([...ids, one.id, other.id]), other.id);
      handle.current?.focus(to);
    },
    toggleHere() {
      const index = here();
      const issue = listed[index];
      if (issue === undefined) return;
      toggle(issue.id);
      handle.current?.focus(index);
    },
    clear: () => set(new Set(), ""),
  };
}
