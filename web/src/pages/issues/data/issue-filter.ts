// What a list of issues is narrowed down to: how it stands in the address, how the server is asked for it, and the views
// that people want most.
const NAMES = [
  "status",
  "q",
  "app",
  "platform",
  "section",
  "check",
  "priority",
  "via",
  "assignee",
  "from",
  "until",
  "sort",
] as const;

export type FilterName = (typeof NAMES)[number];
export type IssueFilter = Partial<Record<FilterName, string>>;

/** Stands for the reader's own name, so that a shared address works for everybody. */
export const ASSIGNED_TO_ME = "@me";

export interface View {
  label: string;
  filter: IssueFilter;
}

export const VIEWS: readonly View[] = [
  { label: "Open", filter: {} },
  { label: "Assigned to me", filter: { assignee: ASSIGNED_TO_ME } },
  { label: "Urgent", filter: { priority: "urgent" } },
  { label: "Fixed recently", filter: { status: "fixed" } },
  { label: "All", filter: { status: "all" } },
];

export function filterOf(search: string): IssueFilter {
  const params = new URLSearchParams(search);
  const filter: IssueFilter = {};
  for (const name of NAMES) {
    const value = params.get(name);
    if (value !== null && value !== "") filter[name] = value;
  }
  return filter;
}

/** The part of the address after the question mark. */
export function issueSearchOf(filter: IssueFilter): string {
  const params = new URLSearchParams();
  for (const name of NAMES) if (filter[name] !== undefined) params.set(name, filter[name]);
  return params.toString();
}

/** `filter` with one thing changed; what made sense only beside it goes too. */
export function changed(filter: IssueFilter, name: FilterName, value: string | undefined): IssueFilter {
  const next: IssueFilter = { ...filter };
  if (value === undefined || value === "") delete next[name];
  else next[name] = value;
  if (name === "app") for (const below of ["section", "check"] as const) delete next[below];
  if (name === "status") delete next.sort;
  return next;
}

export function isView(filter: IssueFilter, view: View): boolean {
  return issueSearchOf(filter) === issueSearchOf(view.filter);
}

/** How many things narrow the list, beside the words and the status. */
export function countNarrowing(filter: IssueFilter): number {
  return NAMES.filter((name) => name !== "q" && name !== "sort" && filter[name] !== undefined).length;
}

/** The filter as `GET /issues` takes it; `app` is the app whose page this is. */
export function issueParamsOf(
  filter: IssueFilter,
  app: string | undefined,
  me: string,
): Record<string, string | undefined> {
  const { from, until, sort, assignee, ...same } = filter;
  return {
    ...same,
    app: app ?? filter.app,
    assignee: assignee === ASSIGNED_TO_ME ? me : assignee,
    raised_after: from === undefined ? undefined : dayStart(from, 0),
    raised_before: until === undefined ? undefined : dayStart(until, 1),
    // Who looks through what was fixed wants the latest fixes, whenever the issue was raised.
    sort: same.status === "fixed" && sort !== "raised_at" ? "fixed_at" : undefined,
  };
}

/** The first moment of a day as people here count days, `later` days on. */
function dayStart(day: string, later: number): string | undefined {
  const [year, month, date] = day.split("-").map(Number);
  const start = new Date(year ?? Number.NaN, (month ?? 0) - 1, (date ?? 0) + later);
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString();
}
