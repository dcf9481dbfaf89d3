// Issues as this page reads and keeps them: the list by its filter, one issue, and what follows when one changes.
import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { get, pathWith, request } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { useMe } from "../../../api/session.tsx";
import type { Check, HistoryEntry, Issue, Page } from "../../../api/types.ts";
import { type IssueFilter, issueParamsOf } from "./issue-filter.ts";

const PER_PAGE = 100;
const HISTORY_PER_PAGE = 30;

type Pages<T> = InfiniteData<Page<T>, string | undefined>;

export function useIssueList(filter: IssueFilter, app: string | undefined) {
  const params = issueParamsOf(filter, app, useMe().name);
  return useInfiniteQuery({
    queryKey: queryKeys.issues(params),
    queryFn: ({ pageParam: cursor, signal }) =>
      request<Page<Issue>>("GET", pathWith("/issues", { ...params, limit: PER_PAGE, cursor }), undefined, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page<Issue>) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** An issue that the list has is shown at once, and read again beside. */
export function useIssue(id: string | undefined) {
  const client = useQueryClient();
  return useQuery({
    queryKey: queryKeys.issue(id ?? ""),
    queryFn: ({ signal }) => get<Issue>(`/issues/${encodeURIComponent(id!)}`, {}, signal),
    enabled: id !== undefined,
    placeholderData: () => findListed(client, id),
  });
}

/** The issue that an address names, by its id or by its code. */
export interface NamedIssue {
  /** Undefined while it is looked for, and where there is none. */
  id: string | undefined;
  error: Error | null;
  retry(): void;
}

export function useNamedIssue(name: string | undefined): NamedIssue {
  const client = useQueryClient();
  const isCode = name !== undefined && !name.startsWith("iss_");
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.issueCode(name ?? ""),
    queryFn: async ({ signal }) => {
      const issue = await get<Issue>(`/issues/${encodeURIComponent(name!)}`, {}, signal);
      client.setQueryData(queryKeys.issue(issue.id), issue);
      return issue.id;
    },
    enabled: isCode,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { id: isCode ? data : name, error: isCode ? error : null, retry: () => void refetch() };
}

export function useHistory(id: string) {
  return useInfiniteQuery({
    queryKey: queryKeys.issuePart(id, "history"),
    queryFn: ({ pageParam: cursor, signal }) => {
      const path = pathWith(`/issues/${encodeURIComponent(id)}/history`, { limit: HISTORY_PER_PAGE, cursor });
      return request<Page<HistoryEntry>>("GET", path, undefined, signal);
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page<HistoryEntry>) => page.next_cursor ?? undefined,
  });
}

/** An issue's check with its statuses; undefined also when it is archived. */
export function useCheckOf(issue: Issue): Check | undefined {
  const id = issue.check?.id;
  return useQuery({
    queryKey: queryKeys.appPart(issue.app.id, "check", id),
    queryFn: ({ signal }) => get<Check>(`/checks/${encodeURIComponent(id!)}`, {}, signal),
    enabled: id !== undefined,
  }).data;
}

export interface Colleague {
  id: string;
  name: string;
}

export function usePeopleOf(app: string | undefined) {
  return useQuery({
    queryKey: queryKeys.appPart(app ?? "", "people"),
    queryFn: ({ signal }) => get<Colleague[]>(`/apps/${encodeURIComponent(app!)}/people`, {}, signal),
    enabled: app !== undefined,
  });
}

/** Puts an issue where it is shown, before or after the server has said so. */
export function keepIssue(client: QueryClient, issue: Issue): void {
  client.setQueryData(queryKeys.issue(issue.id), issue);
  client.setQueriesData<Pages<Issue>>({ queryKey: ["issues"] }, (data) => {
    if (data === undefined || !("pages" in data)) return data;
    const isListed = data.pages.some((page) => page.data.some(({ id }) => id === issue.id));
    if (!isListed) return data;
    const swap = (page: Page<Issue>) => ({
      ...page,
      data: page.data.map((one) => (one.id === issue.id ? issue : one)),
    });
    return { ...data, pages: data.pages.map(swap) };
  });
}

/** Reads again everything that a change of this issue may have changed. */
export function refreshAround(client: QueryClient, issue: Issue): void {
  for (const queryKey of [queryKeys.issue(issue.id), ["issues"], queryKeys.app(issue.app.id), queryKeys.overview]) {
    void client.invalidateQueries({ queryKey });
  }
}

function findListed(client: QueryClient, id: string | undefined): Issue | undefined {
  for (const [, data] of client.getQueriesData<Pages<Issue>>({ queryKey: ["issues"] })) {
    if (data === undefined || !("pages" in data)) continue;
    for (const page of data.pages) {
      const found = page.data.find((issue) => issue.id === id);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
