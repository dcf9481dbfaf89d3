// Where an issue belongs, as pages pick it: a check of its app; on a live app also a section, or nothing in particular.
import { useQuery } from "@tanstack/react-query";
import { get } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import type { App, Issue } from "../../../api/types.ts";

/** The check or section of an issue; null for none in particular. */
export type IssuePlace = { kind: "check" | "section"; id: string } | null;

export interface RunbookPlaces {
  sections: { id: string; ref: string; title: string }[];
  checks: { id: string; section: string; ref: string; title: string }[];
}

export type PlacedApp = Pick<App, "id" | "mode">;

/** The checks and sections of an app, in runbook order. */
export function useRunbookPlaces(app: PlacedApp | undefined): RunbookPlaces | undefined {
  return useQuery({
    queryKey: queryKeys.appPart(app?.id ?? "", "check-choices"),
    queryFn: ({ signal }) => get<RunbookPlaces>(`/apps/${encodeURIComponent(app!.id)}/runbook`, {}, signal),
    enabled: app !== undefined,
  }).data;
}

export function placeOfIssue({ check, section_id: section }: Issue): IssuePlace {
  if (check !== null) return { kind: "check", id: check.id };
  return section === null ? null : { kind: "section", id: section };
}

export function isSamePlace(a: IssuePlace, b: IssuePlace): boolean {
  return a?.kind === b?.kind && a?.id === b?.id;
}

/** The place in a request. */
export function placeBody(place: IssuePlace): { check?: string; section?: string } {
  return place === null ? {} : { [place.kind]: place.id };
}
