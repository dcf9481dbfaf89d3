// Attachments that were removed a moment ago: they are hidden at once, and gone for good when nobody wanted them back.
import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { addressOf, del } from "../../api/client.ts";
import type { Issue } from "../../api/types.ts";
import { toast, toastError } from "../../shell/toasts.tsx";
import { keepIssue, refreshAround } from "./issue-store.ts";

/** As long as the toast with the undo stays, and a little. */
const WAIT_MS = 6_500;

interface Removal {
  issue: Issue;
  name: string;
  timer: ReturnType<typeof setTimeout>;
}

let removals: readonly Removal[] = [];
const listeners = new Set<() => void>();

/** The names that are hidden. */
export function useRemoved(issue: string): ReadonlySet<string> {
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => removals,
  );
  return new Set(all.filter((one) => one.issue.id === issue).map(({ name }) => name));
}

export function removeAttachment(client: QueryClient, issue: Issue, name: string): void {
  const remove = async () => {
    try {
      const after = await del<Issue>(pathOf(issue, name));
      keepIssue(client, after);
      refreshAround(client, after);
    } catch (error) {
      toastError(error);
    }
    letGo(removal);
  };
  const removal: Removal = { issue, name, timer: setTimeout(() => void remove(), WAIT_MS) };
  replace([...removals, removal]);
  toast({
    text: `${name} was removed.`,
    undo: () => {
      clearTimeout(removal.timer);
      letGo(removal);
    },
  });
}

export function pathOf(issue: { id: string }, name: string): string {
  return `/issues/${issue.id}/attachments/${encodeURIComponent(name)}`;
}

// Who leaves the page meant what they did.
addEventListener("pagehide", () => {
  for (const { issue, name, timer } of removals) {
    clearTimeout(timer);
    void fetch(addressOf(pathOf(issue, name)), { method: "DELETE", keepalive: true }).catch(() => {});
  }
});

function letGo(removal: Removal): void {
  replace(removals.filter((one) => one !== removal));
}

function replace(next: readonly Removal[]): void {
  removals = next;
  for (const listener of listeners) listener();
}
