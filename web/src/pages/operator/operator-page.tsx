// All workspaces of the installation, for its operators: how much each uses and may use, and nothing of what is in it.
import { Button, TextInput } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { pathWith, request } from "../../api/client.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { useMe } from "../../api/session.tsx";
import type { OperatedWorkspace, Page } from "../../api/types.ts";
import { useSettled } from "../../components/behaviour/use-settled.ts";
import { Empty } from "../../components/display/loading-and-failure.tsx";
import { useTicks } from "../../components/display/times.tsx";
import { EndlessLog } from "../../components/log/endless-log.tsx";
import { ChangeDialog } from "./change-dialog.tsx";
import classes from "./operator-page.module.css";
import { WorkspaceRow } from "./workspace-row.tsx";

export function OperatorPage() {
  const { operator } = useMe();
  useEffect(() => {
    document.title = "All workspaces · Retest";
  }, []);
  if (operator) return <Workspaces />;
  return (
    <Empty level={1} title="This page is for operators">
      Whoever runs the server makes an account an operator with retest operator add.
    </Empty>
  );
}

function Workspaces() {
  const [name, setName] = useState("");
  const [changing, setChanging] = useState<OperatedWorkspace | null>(null);
  const sought = useSettled(name.trim(), true);
  const params = sought === "" ? {} : { name: sought };
  useTicks();
  const log = useInfiniteQuery({
    queryKey: queryKeys.operated(params),
    queryFn: ({ pageParam, signal }) => {
      const path = pathWith("/operator/workspaces", { ...params, cursor: pageParam });
      return request<Page<OperatedWorkspace>>("GET", path, undefined, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: (before) => before,
    staleTime: 0,
  });
  const workspaces = log.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <>
      <div className={classes.page}>
        <h1 className={classes.title}>All workspaces</h1>
        <p className={classes.words}>
          What each workspace uses is counted once an hour. What is in it is seen by its own people only; they find what
          you change here in their audit log.
        </p>
        <TextInput
          type="search"
          label="Name"
          description="The whole name, as it is written."
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          className={classes.search!}
        />
        <EndlessLog
          log={log}
          label="Workspaces"
          group="All workspaces"
          isEmpty={workspaces.length === 0}
          empty={
            <p className={classes.words} role="status">
              No workspace has this name.
            </p>
          }
        >
          {workspaces.map((workspace) => (
            <WorkspaceRow
              key={workspace.id}
              workspace={workspace}
              action={
                <Button
                  variant="default"
                  size="xs"
                  data-entry=""
                  aria-label={`Change ${workspace.name}`}
                  onClick={() => setChanging(workspace)}
                >
                  Change…
                </Button>
              }
            />
          ))}
        </EndlessLog>
      </div>
      {changing !== null && <ChangeDialog workspace={changing} onClose={() => setChanging(null)} />}
    </>
  );
}
