// Says that what the address names is not there, and offers the way on. Nothing is recorded until a check is chosen.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError, pathWith, request } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { Icon } from "../../parts/icons.tsx";
import classes from "./missing-place.module.css";
import { EVERYWHERE, type RunbookAddress } from "./runbook-address.ts";
import type { Runbook } from "./runbook-data.ts";
import type { Cursor } from "./use-cursor.ts";

interface Props {
  runbook: Runbook;
  cursor: Cursor;
  address: RunbookAddress;
  /** Goes to the first check instead. */
  onFirst(): void;
}

export function MissingPlace(props: Props) {
  const { index, at, on } = props.cursor;
  return (
    <>
      <MissingFilter {...props} />
      {index < 0 && at !== null && <MissingCheck {...props} at={at} on={on} />}
    </>
  );
}

function MissingCheck({ runbook, at, on, address, onFirst }: Props & { at: string; on: string | null }) {
  const check = runbook.checks.find(({ id, ref }) => id === at || ref === at);
  const platform = runbook.platforms.find(({ code }) => code === on);
  const isFilter = check !== undefined && (on === null || on === EVERYWHERE || platform !== undefined);
  return (
    <Notice action={isFilter ? "Clear filters" : "Go to the first check"} onAction={isFilter ? address.clear : onFirst}>
      {check === undefined ? (
        <UnknownCheck app={runbook.app.id} named={at} />
      ) : isFilter ? (
        <>
          The filters hide “<bdi>{check.title}</bdi>”{platform === undefined ? "" : ` on ${platform.label}`}, which this
          address is about.
        </>
      ) : (
        <>
          This app has no platform “<bdi>{on}</bdi>”, which this address is about.
        </>
      )}{" "}
      No check is chosen.
    </Notice>
  );
}

/** For a filter by a section or a platform that the app does not have. */
function MissingFilter({ runbook, address: { filters, change } }: Props) {
  const { section, platform } = filters;
  if (section !== null && !runbook.sections.some(({ id }) => id === section)) {
    return (
      <Notice action="Show every section" onAction={() => change({ section: null })}>
        This runbook has no section “<bdi>{section}</bdi>”, which this address is about: it was archived, or it was
        never here.
      </Notice>
    );
  }
  if (platform === null || runbook.platforms.some(({ code }) => code === platform)) return null;
  return (
    <Notice action="Show every platform" onAction={() => change({ platform: null })}>
      This app has no platform “<bdi>{platform}</bdi>”, which this address is about.
    </Notice>
  );
}

function UnknownCheck({ app, named }: { app: string; named: string }) {
  const was = useWasHere(app, named);
  if (was) return "The check of this address was archived. Its results and issues are kept.";
  return (
    <>
      There is no check “<bdi>{named}</bdi>” in this runbook.
    </>
  );
}

/** Whether this was a check of the app: what was recorded on one that is archived can still be asked for. */
function useWasHere(app: string, id: string): boolean {
  const { data } = useQuery({
    queryKey: keys.appPart(app, "was-here", id),
    queryFn: ({ signal }) =>
      request("GET", pathWith("/results", { app, check: id, limit: 1 }), undefined, signal).then(
        () => true,
        (error: unknown) => {
          if (error instanceof ApiError && error.status === 404) return false;
          throw error;
        },
      ),
    enabled: id.startsWith("chk_"),
  });
  return data === true;
}

function Notice({ action, onAction, children }: { action: string; onAction(): void; children: ReactNode }) {
  return (
    <div className={classes.missing} role="alert">
      <Icon name="warning" />
      <p className={classes.words}>{children}</p>
      <Button size="compact-sm" variant="default" onClick={onAction}>
        {action}
      </Button>
    </div>
  );
}
