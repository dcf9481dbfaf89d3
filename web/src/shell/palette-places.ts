// What the palette offers from everywhere: every page, and what can be begun on one of them.
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { useOverview } from "../api/apps.ts";
import { queryKeys } from "../api/query-keys.ts";
import { useHasRole, useMayManage, useMe } from "../api/session.tsx";
import { EXPORT_FORMATS, saveExport } from "../components/import/export-runbook.ts";
import { type PaletteCommand, runWhenOffered } from "../interaction/commands.tsx";
import type { Searched } from "./palette-match.ts";

export function usePlaces(): PaletteCommand[] {
  const [path, go] = useLocation();
  const search = useSearch();
  const client = useQueryClient();
  const { data: all } = useOverview();
  const mayManage = useMayManage();
  const { operator } = useMe();
  const mayRaise = useHasRole("tester");
  const mayConfigure = useHasRole("admin");
  return useMemo(() => {
    const to = (label: string, path: string): PaletteCommand => ({ label, run: () => go(path) });
    /** A command of another page: goes there, and does it. */
    const at = (path: string, label: string, also?: string): PaletteCommand => ({
      label,
      also,
      run: () => {
        go(path);
        runWhenOffered(label, path);
      },
    });
    const here = appOf(path);
    // While the server is away, the app that is open may be the only one that is known.
    const opened = client.getQueryData<Pick<Searched, "app">>(queryKeys.appPart(here ?? "", "runbook"))?.app;
    const apps = all ?? (opened === undefined ? [] : [opened]);
    const hereFirst = apps.toSorted((a, b) => Number(b.id === here) - Number(a.id === here));
    const ofApps = hereFirst.flatMap(({ id, name, mode }) => [
      { ...to(name, `/apps/${id}`), about: "App" },
      to(`${name}: issues`, `/apps/${id}/issues`),
      to(`${name}: cycles`, `/apps/${id}/cycles`),
      ...(mayConfigure && mode === "live" ? [to(`${name}: webhook`, `/apps/${id}/webhook`)] : []),
      ...(mayConfigure
        ? [to(`${name}: connections`, `/apps/${id}/connections`), to(`${name}: settings`, `/apps/${id}/settings`)]
        : []),
    ]);
    const files = hereFirst.flatMap(({ id, name }) => [
      ...EXPORT_FORMATS.map(([format, word]) => ({
        label: `Export ${name} as ${word}`,
        also: "runbook file download",
        run: () => saveExport(id, format),
      })),
      ...(mayConfigure ? [at(`/apps/${id}/settings`, `Import a runbook into ${name}`, "file")] : []),
    ]);
    const ofWorkspace = mayManage
      ? [
          to("Workspace: keys", "/workspace/keys"),
          to("Workspace: people", "/workspace/people"),
          to("Workspace: plan and usage", "/workspace/plan"),
          to("Workspace: personal data", "/workspace/privacy"),
          to("Workspace: audit log", "/workspace/audit"),
        ]
      : [];
    return [
      ...(mayRaise ? [to("New issue", newIssueAt(path, search))] : []),
      to("All apps", "/"),
      to("All issues", "/issues"),
      to("Inbox", "/inbox"),
      ...ofApps,
      ...(mayManage ? [at("/", "New app", "create")] : []),
      ...(mayConfigure ? [at("/", "Import a runbook", "file")] : []),
      ...ofWorkspace,
      ...(mayManage
        ? [at("/workspace/people", "Invite somebody", "person people"), at("/workspace/keys", "New key")]
        : []),
      ...files,
      ...(operator ? [to("All workspaces: use and limits", "/operator")] : []),
      to("Your account", "/account"),
    ];
  }, [client, all, mayManage, mayRaise, mayConfigure, operator, path, search, go]);
}

/** The app whose page this is the address of. */
export function appOf(path: string): string | undefined {
  return /^\/apps\/([^/]+)/.exec(path)?.[1];
}

/** The list of issues of where one is, with the dialog open on it. */
function newIssueAt(path: string, search: string): string {
  if (/^(?:\/apps\/[^/]+)?\/issues(?:\/|$)/.test(path)) {
    const params = new URLSearchParams(search);
    params.set("new", "");
    return `${path}?${params}`;
  }
  return `${/^\/apps\/[^/]+/.exec(path)?.[0] ?? ""}/issues?new=`;
}
