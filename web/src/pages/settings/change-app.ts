// Changing an app: shown at once, taken back when it is refused, and undone on request.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { patch } from "../../api/client.ts";
import { queryKeys } from "../../api/query-keys.ts";
import type { App } from "../../api/types.ts";
import { toast, toastError } from "../../interaction/toasts.tsx";

export type AppChange = Partial<Pick<App, "name" | "prefix" | "mode" | "platforms" | "repositories">>;

export function useChangeApp(app: App) {
  const client = useQueryClient();
  const key = queryKeys.app(app.id);
  const mutationKey = ["change-app", app.id];
  const change = useMutation({
    mutationKey,
    // One after the other: each sends whole lists, made from what stands on the page.
    scope: { id: mutationKey.join() },
    mutationFn: ({ to }: { to: AppChange; said?: string }) => patch<App>(`/apps/${app.id}`, to),
    onMutate: async ({ to }) => {
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData<App>(key);
      if (before !== undefined) client.setQueryData<App>(key, { ...before, ...to });
      return before;
    },
    onError: (_error, _change, before) => client.setQueryData(key, before),
    onSuccess: (after, { to, said }, before) => {
      if (client.isMutating({ mutationKey }) === 1) client.setQueryData(key, after);
      void client.invalidateQueries({ queryKey: queryKeys.overview });
      if (said === undefined || before === undefined) return;
      const back = Object.fromEntries(
        Object.keys(to).map((field) => [field, before[field as keyof AppChange]]),
      ) as AppChange;
      toast({ text: said, undo: () => change.mutate({ to: back }, { onError: toastError }) });
    },
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  return change;
}
