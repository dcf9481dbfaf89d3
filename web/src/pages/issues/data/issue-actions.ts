// What people do to an issue. It shows at once; what is refused is put back, and said why.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { get, patch, post, put } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import type { HistoryEntry, Issue } from "../../../api/types.ts";
import { toast, toastError } from "../../../interaction/toasts.tsx";
import { changeUnlessTheirs, isWritten, TextConflict } from "../../../unsaved/send-change.ts";
import { type Colleague, keepIssue, refreshAround } from "./issue-data.ts";
import { type IssuePlace, isSamePlace, placeBody, placeOfIssue } from "./issue-place.ts";

type PullRequest = NonNullable<Issue["fixed_on"][number]["pull_request"]>;

export interface Fix {
  platforms?: string[];
  pull_request?: PullRequest;
}

export interface Edit {
  text?: string;
  platforms?: string[];
  priority?: Issue["priority"];
}

export function useIssueActions(issue: Issue, me: string) {
  const client = useQueryClient();
  const { mutateAsync } = useMutation({ mutationFn: (job: () => Promise<Issue>) => job() });
  const path = `/issues/${encodeURIComponent(issue.id)}`;

  /** Throws what the server said, after it was put back. */
  const attempt = async (job: () => Promise<Issue>, guess?: Partial<Issue>): Promise<Issue> => {
    if (guess !== undefined) {
      await client.cancelQueries({ queryKey: queryKeys.issue(issue.id), exact: true });
      keepIssue(client, { ...issue, ...guess });
    }
    try {
      const after = await mutateAsync(job);
      keepIssue(client, after);
      return after;
    } catch (error) {
      if (guess !== undefined) keepIssue(client, issue);
      throw error;
    } finally {
      refreshAround(client, issue);
    }
  };
  /** Says what went wrong in a toast; null then. */
  const act = (job: () => Promise<Issue>, guess?: Partial<Issue>) =>
    attempt(job, guess).catch((error: unknown) => {
      toastError(error);
      return null;
    });
  const now = () => new Date().toISOString();

  /** Brings the fixes back that the issue had. */
  const restore = async (before: Issue): Promise<Issue> => {
    let after = await post<Issue>(`${path}/fix`, { fixed: false });
    for (const { pull_request, platforms } of byPullRequest(before)) {
      after = await post<Issue>(`${path}/fix`, pull_request === null ? { platforms } : { platforms, pull_request });
    }
    if (before.status === "fixed") after = await post<Issue>(`${path}/fix`);
    if (before.confirmed_fixed_at !== null) after = await post<Issue>(`${path}/confirm`);
    return after;
  };

  return {
    attempt,
    async fix(fix: Fix = {}) {
      const isWhole = fix.platforms === undefined && fix.pull_request === undefined;
      const guess: Partial<Issue> = { status: "fixed", fixed_by: me, fixed_at: now(), still_open_on: [] };
      const after = await act(() => post(`${path}/fix`, isWhole ? undefined : fix), isWhole ? guess : undefined);
      if (after === null) return false;
      const text = after.status === "fixed" ? "Fixed." : "Fixed on some platforms; open on the others.";
      toast({ text, undo: () => void act(() => restore(issue)) });
      return true;
    },
    async reopen() {
      const guess = { status: "open", fixed_by: null, fixed_at: null, fixed_on: [], still_open_on: [] } as const;
      const after = await act(() => post(`${path}/fix`, { fixed: false }), {
        ...guess,
        fixed_on: [],
        still_open_on: [],
        confirmed_fixed_by: null,
        confirmed_fixed_at: null,
      });
      if (after !== null) toast({ text: "Reopened.", undo: () => void act(() => restore(issue)) });
    },
    async confirm(confirmed: boolean) {
      const set = (value: boolean) => () => post<Issue>(`${path}/confirm`, { confirmed: value });
      const guess = { confirmed_fixed_by: confirmed ? me : null, confirmed_fixed_at: confirmed ? now() : null };
      const after = await act(set(confirmed), guess);
      if (after === null) return;
      const text = confirmed ? "Fix confirmed." : "Confirmation taken back.";
      toast({ text, undo: () => void act(set(!confirmed)) });
    },
    /**
     * `base` is what the writer began with. Throws what the server said, and `TextConflict` when somebody else has written
     * something else meanwhile: the form shows it beside what was typed.
     */
    edit: (edit: Edit, base: { text: string; platforms: string[] }) =>
      attempt(() =>
        changeUnlessTheirs<Issue>(path, edit, (found) => {
          const isText = edit.text === undefined || isWritten(found.text, base.text, edit.text.trim());
          const wanted = edit.platforms ?? found.platforms;
          const isPlaces = isSame(found.platforms, wanted);
          if (!isPlaces && !isSame(found.platforms, base.platforms)) throw new OtherPlatforms(found.platforms);
          return isText && isPlaces;
        }).catch((error: unknown) => throwWithWriter(path, error)),
      ),
    async setPriority(priority: Issue["priority"]) {
      if (priority === issue.priority) return;
      const after = await act(() => patch<Issue>(path, { priority }), { priority });
      const undo = () => void act(() => patch<Issue>(path, { priority: issue.priority }));
      if (after !== null)
        toast({ text: priority === null ? "No priority now." : `Priority is ${priority} now.`, undo });
    },
    async place(place: IssuePlace) {
      const before = placeOfIssue(issue);
      if (isSamePlace(place, before)) return;
      const set = (to: IssuePlace) => () => put<Issue>(`${path}/place`, placeBody(to));
      const after = await act(set(place));
      if (after !== null) toast({ text: placedText(after), undo: () => void act(set(before)) });
    },
    assign: (people: readonly Colleague[]) =>
      act(() => put<Issue>(`${path}/assignees`, { people: people.map(({ id }) => id) }), {
        assignees: people.map(({ name }) => name),
      }),
  };
}

function placedText({ check, section_id: section }: Issue): string {
  if (check !== null) return `Placed on ${check.ref} ${check.title}.`;
  return section === null ? "It belongs to no check now." : "Placed in the section.";
}

/** Somebody else has chosen other platforms meanwhile. */
export class OtherPlatforms extends Error {
  readonly platforms: string[];

  constructor(platforms: string[], by: string | null = null) {
    const named = platforms.length === 0 ? "every platform" : platforms.join(", ");
    const who = by ?? "Somebody else";
    super(`${who} changed the platforms to ${named} while you were writing. Save again to replace them with yours.`);
    this.platforms = platforms;
  }
}

/** Says whose text or platforms are in the way, where the history has it. */
async function throwWithWriter(path: string, error: unknown): Promise<never> {
  if (error instanceof TextConflict) throw new TextConflict(error.theirs, await lastWriter(path, "text"));
  if (error instanceof OtherPlatforms) throw new OtherPlatforms(error.platforms, await lastWriter(path, "platforms"));
  throw error;
}

/** Who changed this last, as far as the latest page of the history goes. */
async function lastWriter(path: string, field: "text" | "platforms"): Promise<string | null> {
  const entries = await get<HistoryEntry[]>(`${path}/history`).catch(() => []);
  return entries.find(({ kind, changes }) => kind === "edited" && field in changes)?.by ?? null;
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return [...a].sort().join() === [...b].sort().join();
}

export type IssueActions = ReturnType<typeof useIssueActions>;

function byPullRequest(issue: Issue): { pull_request: PullRequest | null; platforms: string[] }[] {
  const groups = new Map<string, { pull_request: PullRequest | null; platforms: string[] }>();
  for (const { platform, pull_request } of issue.fixed_on) {
    const name = JSON.stringify(pull_request);
    const group = groups.get(name) ?? { pull_request, platforms: [] };
    group.platforms.push(platform);
    groups.set(name, group);
  }
  return [...groups.values()];
}
