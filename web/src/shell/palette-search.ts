// What the palette finds on the server: sections, checks and issues, once there are enough letters to mean something. While the
// server is away, sections and checks are those of the runbook that is open.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useLocation } from "wouter";
import { get, pathWith, request } from "../api/client.ts";
import { useConnected } from "../api/live-updates.ts";
import { queryKeys } from "../api/query-keys.ts";
import type { FoundPlace, Issue, Page } from "../api/types.ts";
import { useSettled } from "../components/behaviour/use-settled.ts";
import type { PaletteCommand } from "../interaction/commands.tsx";
import { placesIn, type Searched } from "./palette-match.ts";
import { appOf } from "./palette-places.ts";

const LEAST_LETTERS = { places: 2, issues: 3 };
const MAX_ISSUES = 5;

export function useFoundPlaces(text: string): PaletteCommand[] {
  const [path, go] = useLocation();
  const app = appOf(path);
  const client = useQueryClient();
  const connected = useConnected();
  const typed = text.trim();
  const q = useSettled(typed, true);
  const isAsked = isEnough(q, LEAST_LETTERS.places);
  const { data } = useQuery({
    queryKey: ["places", app, q],
    queryFn: ({ signal }) => get<FoundPlace[]>("/places", { q, app }, signal),
    enabled: isAsked,
    placeholderData: (before) => before,
  });
  return useMemo(() => {
    if (!isEnough(typed, LEAST_LETTERS.places)) return [];
    const runbook = app === undefined ? undefined : client.getQueryData<Searched>(queryKeys.appPart(app, "runbook"));
    const found = connected ? (isAsked ? data : undefined) : runbook && placesIn(runbook, typed);
    return (found ?? []).map(({ kind, id, ref, title, app: { id: owner, name } }) => ({
      id,
      label: kind === "check" ? `${ref} ${title}` : title,
      about: `${kind === "check" ? "Check" : "Section"} in ${name}`,
      run: () => go(`/apps/${owner}?${kind}=${encodeURIComponent(id)}`),
    }));
  }, [data, isAsked, typed, connected, app, client, go]);
}

export function useFoundIssues(text: string): PaletteCommand[] {
  const [, go] = useLocation();
  const connected = useConnected();
  const typed = text.trim();
  const q = useSettled(typed, true);
  const isAsked = isEnough(q, LEAST_LETTERS.issues);
  const { data } = useQuery({
    queryKey: ["issues", "palette", q],
    queryFn: ({ signal }) => {
      const path = pathWith("/issues", { q, status: "all", limit: MAX_ISSUES });
      return request<Page<Issue>>("GET", path, undefined, signal);
    },
    enabled: isAsked,
    placeholderData: (before) => before,
  });
  return useMemo(() => {
    if (!connected || !isAsked || !isEnough(typed, LEAST_LETTERS.issues)) return [];
    return (data?.data ?? []).map((issue) => ({
      id: issue.id,
      label: `${issue.code} ${firstLine(issue.text)}`,
      about: `Issue in ${issue.app.name}`,
      run: () => go(`/issues/${issue.id}`),
    }));
  }, [data, isAsked, typed, connected, go]);
}

/** The server refuses what has no letter and no digit. */
function isEnough(text: string, least: number): boolean {
  return text.length >= least && /[\p{L}\p{N}]/u.test(text);
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0]!.slice(0, 100);
}
