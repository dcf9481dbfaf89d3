// Starting, changing and closing cycles.
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { patch, post } from "../../api/client.ts";
import { cycleHref } from "../../api/cycles.ts";
import { queryKeys } from "../../api/query-keys.ts";
import type { Cycle, Status } from "../../api/types.ts";
import { toast, toastError } from "../../interaction/toasts.tsx";

export interface NewCycle {
  name: string;
  build?: string;
  /** Codes of platforms; an empty list means all. */
  platforms: string[];
  sections: string[];
  from?: { cycle: string; statuses: Status[] };
}

/** Starts a cycle and goes to its runbook. */
export function useStartCycle(app: string) {
  const client = useQueryClient();
  const [, go] = useLocation();
  return useMutation({
    mutationFn: (cycle: NewCycle) => post<Cycle>(`/apps/${encodeURIComponent(app)}/cycles`, cycle),
    onSuccess: ({ id, name }) => {
      readAgain(client, app);
      toast({ text: `${name} is started.` });
      go(cycleHref(app, id));
    },
  });
}

export function useCloseCycle({ id, app, name }: Cycle) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => post<Cycle>(`/cycles/${encodeURIComponent(id)}/close`),
    onSuccess: () => toast({ text: `${name} is closed.` }),
    onError: toastError,
    onSettled: () => readAgain(client, app.id),
  });
}

interface CycleChange {
  name?: string;
  build?: string | null;
  /** Replaces the cycle's testers. */
  testers?: { section: string; person: string }[];
}

/** Changes a cycle; the toast says its name and `done`. */
export function useChangeCycle({ id, app }: Cycle, done: string, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: CycleChange) => patch<Cycle>(`/cycles/${encodeURIComponent(id)}`, change),
    onSuccess: ({ name }) => {
      readAgain(client, app.id);
      toast({ text: `${name} ${done}.` });
      onDone();
    },
  });
}

function readAgain(client: QueryClient, app: string): void {
  void client.invalidateQueries({ queryKey: queryKeys.app(app) });
}
