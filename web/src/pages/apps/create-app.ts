// Creating an app, and going to its runbook.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { post } from "../../api/client.ts";
import { queryKeys } from "../../api/query-keys.ts";
import type { App } from "../../api/types.ts";
import { toast } from "../../interaction/toasts.tsx";

export interface NewApp {
  name: string;
  mode: string;
  platforms: { code: string; label: string }[];
  sections: { title: string }[];
}

export function useCreateApp() {
  const client = useQueryClient();
  const [, go] = useLocation();
  return useMutation({
    mutationFn: (app: NewApp) => post<App>("/apps", app),
    onSuccess: (app) => {
      client.setQueryData(queryKeys.app(app.id), app);
      void client.invalidateQueries({ queryKey: queryKeys.overview });
      toast({ text: `${app.name} is created.` });
      go(`/apps/${app.id}`);
    },
  });
}
