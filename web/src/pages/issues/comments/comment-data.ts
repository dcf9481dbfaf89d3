// Comments as they are read and written. One that the server does not have yet waits among what is not saved, and is shown all the same.
import { type InfiniteData, type QueryClient, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { del, patch, pathWith, request } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import type { Comment, Issue, Page } from "../../../api/types.ts";
import type { Unsaved } from "../../../api/unsaved-change.ts";
import { keepChange, useUnsaved } from "../../../api/unsaved-store.ts";
import { removeLater } from "../../../components/behaviour/delayed-removal.ts";
import { toast, toastError } from "../../../interaction/toasts.tsx";
import { sendSoon } from "../../../unsaved/sender.ts";
import { onSent } from "../../../unsaved/sent-listeners.ts";
import { useHistory } from "../data/issue-data.ts";

const PER_PAGE = 100;

type Pages = InfiniteData<Page<Comment>, string | undefined>;

/** The newest; older ones page by page, as somebody asks for them or the address names one: `named` is its id. */
export function useComments(id: string, named: string) {
  const client = useQueryClient();
  const read = useInfiniteQuery({
    queryKey: queryKeys.issuePart(id, "comments"),
    queryFn: ({ pageParam: cursor, signal }) => {
      const path = pathWith(pathOf(id), { order: "newest", limit: PER_PAGE, cursor });
      return request<Page<Comment>>("GET", path, undefined, signal);
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page<Comment>) => page.next_cursor ?? undefined,
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage, refetch } = read;
  const isSought =
    named.startsWith("cmt_") && !data?.pages.some((page) => page.data.some((comment) => comment.id === named));
  useEffect(() => {
    if (isSought && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isSought, hasNextPage, isFetching, isError, fetchNextPage]);
  // An app may change many times a second: what was said of one issue is read again once its history tells of something new.
  const latest = JSON.stringify(useHistory(id).data?.pages[0]?.data[0]);
  const known = useRef<[issue: string, entry: string | undefined]>([id, undefined]);
  useEffect(() => {
    const [issue, entry] = known.current;
    if (issue === id && entry !== undefined && entry !== latest) void refetch();
    known.current = [id, latest];
  }, [id, latest, refetch]);
  useEffect(
    () =>
      onSent({
        saved: ({ change }, { comment }) => {
          if (change.kind === "comment" && comment !== undefined) keepComment(client, change.issue, comment);
        },
      }),
    [client],
  );
  return read;
}

/** Comments on the issue that the server does not have yet, oldest first. */
export function useUnsavedComments(id: string): (Unsaved & { text: string })[] {
  return useUnsaved().flatMap((one) =>
    one.change.kind === "comment" && one.change.issue === id ? [{ ...one, text: one.change.text }] : [],
  );
}

const MAX_HEADING = 60;

/** Adds a comment. It is shown at once, and sent when the server can be reached. */
export function addComment(issue: Issue, text: string): void {
  const [line = ""] = text.trim().split("\n", 1);
  const heading = line.length <= MAX_HEADING ? line : `${line.slice(0, MAX_HEADING).trimEnd()}…`;
  keepChange(issue.app.id, `Comment on ${issue.code}: ${heading}`, { kind: "comment", issue: issue.id, text });
  sendSoon();
}

export async function editComment(client: QueryClient, issue: string, comment: string, text: string): Promise<void> {
  keepComment(client, issue, await patch<Comment>(commentPath(issue, comment), { text }));
  void client.invalidateQueries({ queryKey: queryKeys.issue(issue) });
}

/** Hidden at once, and gone when nobody wanted it back. */
export function removeComment(client: QueryClient, issue: string, comment: string): void {
  const path = commentPath(issue, comment);
  const removal = removeLater(path, async () => {
    await del(path);
    await client.invalidateQueries({ queryKey: queryKeys.issue(issue) });
  });
  removal.done.catch(toastError);
  toast({ text: "Comment deleted.", undo: () => void removal.back() });
}

export function commentPath(issue: string, comment: string): string {
  return `${pathOf(issue)}/${encodeURIComponent(comment)}`;
}

function pathOf(issue: string): string {
  return `/issues/${encodeURIComponent(issue)}/comments`;
}

/** Puts a comment in its place in the list, or on top if it is new. */
function keepComment(client: QueryClient, issue: string, comment: Comment): void {
  client.setQueryData<Pages>(queryKeys.issuePart(issue, "comments"), (data) => {
    if (data === undefined) return data;
    const isThere = data.pages.some((page) => page.data.some(({ id }) => id === comment.id));
    const pages = data.pages.map((page, at) => {
      if (isThere) return { ...page, data: page.data.map((one) => (one.id === comment.id ? comment : one)) };
      return at === 0 ? { ...page, data: [comment, ...page.data] } : page;
    });
    return { ...data, pages };
  });
}
