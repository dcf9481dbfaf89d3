// What left the runbook, the latest first: archived checks, or deleted sections.
import { useInfiniteQuery } from "@tanstack/react-query";
import { pathWith, request } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import type { ArchivedCheck, ArchivedSection, Page } from "../../api/types.ts";

const PER_PAGE = 100;

export type ArchivedKind = "checks" | "sections";
export type Archived<Kind extends ArchivedKind> = Kind extends "checks" ? ArchivedCheck : ArchivedSection;

export function archivedKey(app: string, kind: ArchivedKind) {
  return keys.appPart(app, "archived", kind);
}

export function useArchived<Kind extends ArchivedKind>(app: string, kind: Kind, isWanted = true) {
  return useInfiniteQuery({
    queryKey: archivedKey(app, kind),
    queryFn: ({ pageParam: cursor, signal }) => {
      const path = pathWith(`/${kind}/archived`, { app, limit: PER_PAGE, cursor });
      return request<Page<Archived<Kind>>>("GET", path, undefined, signal);
    },
    enabled: isWanted,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page<Archived<Kind>>) => page.next_cursor ?? undefined,
  });
}
