// The apps that were archived, folded away below the others. There is nothing to see where there are none.
import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { pathWith, request } from "../../api/client.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { useHasRole, useMayManage } from "../../api/session.tsx";
import type { ArchivedApp, Page } from "../../api/types.ts";
import { useRestoreApp } from "../../components/apps/archive-app.ts";
import { Ago, useTicks } from "../../components/display/times.tsx";
import rows from "../../components/layout/rows.module.css";
import { EraseDialog } from "../../components/privacy/erase-dialog.tsx";
import { useCommands } from "../../interaction/commands.tsx";
import { focusNeighbour } from "../../interaction/focus-neighbour.ts";
import classes from "./archived-apps.module.css";

export function ArchivedApps() {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: queryKeys.archivedApps,
    queryFn: ({ pageParam, signal }) =>
      request<Page<ArchivedApp>>("GET", pathWith("/apps/archived", { cursor: pageParam }), undefined, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
  const apps = data?.pages.flatMap((page) => page.data) ?? [];
  if (apps.length === 0) return null;
  return (
    <Listed apps={apps}>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more archived apps
        </Button>
      )}
    </Listed>
  );
}

function Listed({ apps, children }: { apps: readonly ArchivedApp[]; children: ReactNode }) {
  const box = useRef<HTMLDetailsElement>(null);
  useTicks();
  useCommands([
    {
      label: "Archived apps",
      run: () => {
        box.current!.open = true;
        box.current!.querySelector("summary")!.focus();
      },
    },
  ]);
  return (
    <details ref={box} className={classes.archived}>
      <summary>Archived apps</summary>
      <ul className={rows.rows} aria-label="Archived apps" data-list tabIndex={-1}>
        {apps.map((app) => (
          <Row key={app.id} app={app} />
        ))}
      </ul>
      {children}
    </details>
  );
}

function Row({ app }: { app: ArchivedApp }) {
  const mayRestore = useHasRole("admin");
  const mayErase = useMayManage();
  const restore = useRestoreApp();
  const [isErasing, setErasing] = useState(false);
  const { id, name, checks, open_issues: issues, archived_at: at } = app;
  return (
    <li className={rows.row} data-row={id}>
      <div className={rows.main}>
        <div className={rows.name}>
          <bdi>{name}</bdi>
        </div>
        <div className={rows.meta}>
          <span>
            Archived <Ago at={at} />
          </span>
          <span>{checks === 1 ? "1 check" : `${checks} checks`}</span>
          <span>{issues === 1 ? "1 open issue" : `${issues} open issues`}</span>
        </div>
      </div>
      {mayRestore && (
        <div className={rows.actions}>
          <Button
            variant="default"
            size="xs"
            aria-label={`Restore ${name}`}
            loading={restore.isPending}
            onClick={({ currentTarget: button }) => restore.mutate(app, { onSuccess: () => focusNeighbour(button) })}
          >
            Restore
          </Button>
          {mayErase && (
            <Button variant="default" size="xs" aria-label={`Erase ${name}`} onClick={() => setErasing(true)}>
              Erase…
            </Button>
          )}
          {isErasing && <EraseDialog kind="app" subject={id} name={name} onClose={() => setErasing(false)} />}
        </div>
      )}
    </li>
  );
}
