// What can be filtered by, and how it is called: apps, platforms, sections, checks and people by their names.
import { useMemo } from "react";
import { PRIORITIES } from "../../../../../src/wire/lists.ts";
import { useApp, useOverview } from "../../../api/apps.ts";
import { useMe } from "../../../api/session.tsx";
import type { App, Issue } from "../../../api/types.ts";
import { usePeopleOf } from "../data/issue-data.ts";
import { ASSIGNED_TO_ME, type FilterName, type IssueFilter } from "../data/issue-filter.ts";
import { PRIORITY_LABEL, VIA_LABEL } from "../fields/issue-labels.tsx";

export interface Choice {
  value: string;
  label: string;
}

export interface FilterLabels {
  /** The app that the list is of, by its page or its filter. */
  app: App | undefined;
  choices: Partial<Record<FilterName, Choice[]>>;
  /** The word that is shown for a filter's value. */
  wordFor(name: FilterName, value: string): string;
}

/** `ofPage` is the app whose page this is; `issues` are those in the list. */
export function useFilterLabels(
  filter: IssueFilter,
  ofPage: string | undefined,
  issues: readonly Issue[],
): FilterLabels {
  const appId = ofPage ?? filter.app;
  const { data: apps } = useOverview();
  const { data: app } = useApp(appId);
  const { data: people } = usePeopleOf(appId);
  const me = useMe().name;
  return useMemo(() => {
    const platforms = new Map<string, string>();
    for (const one of app === undefined ? (apps ?? []) : [app]) {
      for (const { code, label } of one.platforms) if (!platforms.has(code)) platforms.set(code, label);
    }
    const named = people?.map(({ name }) => name) ?? issues.flatMap(({ assignees }) => assignees);
    const others = [...new Set(named)].filter((name) => name !== me).sort((a, b) => a.localeCompare(b));
    const choices: FilterLabels["choices"] = {
      status: [
        { value: "", label: "Open" },
        { value: "fixed", label: "Fixed" },
        { value: "all", label: "Open and fixed" },
      ],
      priority: [
        ...PRIORITIES.map((value) => ({ value, label: PRIORITY_LABEL[value] })),
        { value: "none", label: "No priority" },
      ],
      platform: [...platforms].map(([value, label]) => ({ value, label })),
      via: Object.entries(VIA_LABEL).map(([value, label]) => ({ value, label })),
      assignee: [{ value: ASSIGNED_TO_ME, label: "Me" }, ...others.map((name) => ({ value: name, label: name }))],
      sort: [
        { value: "", label: "Most recently fixed" },
        { value: "raised_at", label: "Most recently raised" },
      ],
      ...(ofPage === undefined ? { app: (apps ?? []).map(({ id, name }) => ({ value: id, label: name })) } : {}),
      ...(app === undefined ? {} : { section: app.sections.map(({ id, title }) => ({ value: id, label: title })) }),
    };
    const checks = new Map(issues.flatMap(({ check }) => (check === null ? [] : [[check.id, check] as const])));
    return {
      app,
      choices,
      wordFor(name, value) {
        const check = name === "check" ? checks.get(value) : undefined;
        if (check !== undefined) return `${check.ref} ${check.title}`;
        return choices[name]?.find((choice) => choice.value === value)?.label ?? value;
      },
    };
  }, [apps, app, people, issues, me, ofPage]);
}
