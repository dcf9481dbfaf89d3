// What left the runbook, the latest first: archived checks, or deleted sections.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { pathWith, request } from "../../../api/client.ts";
import { type ArchivedKind, findArchived } from "../../../api/find-archived.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import type { ArchivedCheck, ArchivedSection, Page } from "../../../api/types.ts";

const PER_PAGE = 100;

export type Archived<Kind extends ArchivedKind> = Kind extends "checks" ? ArchivedCheck : ArchivedSection;

export function archivedKey(app: string, kind: ArchivedKind) {
  return queryKeys.appPart(app, "archived", kind);
}

/** What has this id, or a check's ref, if it was archived; null asks for nothing. */
export function useArchivedOne(app: string, kind: ArchivedKind, named: string | null) {
  const { data } = useQuery({
    queryKey: [...archivedKey(app, kind), named],
    queryFn: ({ signal }) => findArchived(app, kind, named!, signal),
    enabled: named !== null,
  });
  return data ?? undefined;
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
