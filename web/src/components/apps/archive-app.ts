// Archiving an app and restoring it, each with the way back.
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { post } from "../../api/client.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { toast, toastError } from "../../interaction/toasts.tsx";

interface Named {
  id: string;
  name: string;
}

/** Archives an app and goes to all apps: the page of an archived app shows nothing. */
export function useArchiveApp() {
  const client = useQueryClient();
  const [, go] = useLocation();
  const restore = useRestoreApp();
  return useMutation({
    mutationFn: ({ id }: Named) => post(`/apps/${encodeURIComponent(id)}/archive`),
    onSuccess: (_, app) => {
      go("/");
      readAnew(client, app, "none");
      toast({ text: `${app.name} is archived.`, undo: () => restore.mutate(app) });
    },
    onError: toastError,
  });
}

export function useRestoreApp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Named) => post(`/apps/${encodeURIComponent(id)}/restore`),
    onSuccess: (_, app) => {
      readAnew(client, app, "active");
      toast({ text: "Restored:", link: { text: app.name, href: `/apps/${app.id}` } });
    },
    onError: toastError,
  });
}

/** Marks all that was read of the app as old: it is read again at once, or when somebody looks at it. */
function readAnew(client: QueryClient, { id }: Named, refetchType: "none" | "active"): void {
  void client.invalidateQueries({ queryKey: queryKeys.overview });
  void client.invalidateQueries({ queryKey: queryKeys.archivedApps });
  void client.invalidateQueries({ queryKey: ["issues"] });
  void client.invalidateQueries({ queryKey: queryKeys.app(id), refetchType });
}
