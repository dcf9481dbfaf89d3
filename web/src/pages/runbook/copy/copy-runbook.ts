// Copying checks and sections, and saying where they are now.
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { post } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import type { App, Check } from "../../../api/types.ts";
import { toast } from "../../../interaction/toasts.tsx";
import { countOf, shortened } from "../data/cell-text.ts";
import type { Runbook } from "../data/runbook.ts";

type Section = App["sections"][number];

/** Ids of what to copy. */
export interface Copied {
  kind: "checks" | "sections";
  ids: readonly string[];
}

interface WantedChecks {
  app: App;
  section: Section;
  checks: readonly string[];
  withMarks: boolean;
}

export function useCopyChecks({ app: from }: Runbook, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ app, section, checks, withMarks }: WantedChecks) =>
      post<Check[]>("/checks/copy", {
        app: app.id,
        section: section.id,
        from: from.id,
        checks,
        with_not_applicable: withMarks,
      }),
    onSuccess: (copies, { app, section }) => {
      const what =
        copies.length === 1 ? `“${shortened(copies[0]!.title)}” is` : `${countOf(copies.length, "check")} are`;
      tell(client, app, `${what} copied to ${section.title} in ${app.name}.`, copies);
      onDone();
    },
  });
}

interface WantedSections {
  app: App;
  sections: readonly string[];
  withMarks: boolean;
}

export function useCopySections({ app: from }: Runbook, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ app, sections, withMarks }: WantedSections) =>
      post<Section[]>("/sections/copy", { app: app.id, from: from.id, sections, with_not_applicable: withMarks }),
    onSuccess: (copies, { app }) => {
      const what = copies.length === 1 ? `${copies[0]!.title} is` : `${countOf(copies.length, "section")} are`;
      const checks = copies.reduce((sum, one) => sum + one.checks, 0);
      tell(client, app, `${what} copied to ${app.name}, with ${countOf(checks, "check")}.`, copies);
      onDone();
    },
  });
}

function tell(client: QueryClient, app: App, text: string, copies: readonly { id: string }[]): void {
  void client.invalidateQueries({ queryKey: queryKeys.app(app.id) });
  void client.invalidateQueries({ queryKey: queryKeys.overview });
  const href = `/apps/${app.id}?at=${copies[0]!.id}`;
  toast({ text, link: { text: copies.length === 1 ? "Show it" : "Show them", href } });
}
