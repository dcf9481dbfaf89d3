// Says that what the address names is not there, and offers the way on. Nothing is recorded until a check is chosen.
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { navigate } from "wouter/use-browser-location";
import type { ArchivedKind } from "../../../api/find-archived.ts";
import { Icon } from "../../../components/display/icons.tsx";
import type { Runbook, RunbookCheck } from "../data/runbook.ts";
import { EVERYWHERE, type RunbookAddress, showCycle } from "../data/runbook-address.ts";
import { checkNamed } from "../data/runbook-data.ts";
import { sayFailed } from "../data/undo-stack.ts";
import type { Cursor } from "../data/use-cursor.ts";
import classes from "./missing-check-note.module.css";
import { useArchivedOne } from "./use-archived.ts";
import type { Restore } from "./use-restore.ts";

interface Props {
  runbook: Runbook;
  cursor: Cursor;
  address: RunbookAddress;
  /** The check whose details are shown, in the list or not. */
  opened: RunbookCheck | null;
  /** The index of the first check in sight. */
  firstCheck(): number;
  focusGrid(): void;
  /** Restores entries; null for readers who may not. */
  restore: Restore | null;
  /** Opens the list of archived entries. */
  onArchived(): void;
}

export function MissingCheckNote(props: Props) {
  const { index, at, on } = props.cursor;
  return (
    <>
      <MissingFilter {...props} />
      {index < 0 && at !== null && <MissingCheck {...props} at={at} on={on} />}
    </>
  );
}

function MissingCheck(props: Props & { at: string; on: string | null }) {
  const { runbook, at, on, address, cursor, opened, firstCheck, focusGrid } = props;
  const check = checkNamed(runbook, at);
  const archived = useArchivedOne(runbook.app.id, "checks", check === undefined ? at : null);
  const goToFirst = () => {
    cursor.moveTo(firstCheck(), 1);
    focusGrid();
  };
  const platform = runbook.platforms.find(({ code }) => code === on);
  const isOut = check === undefined && archived === undefined && runbook.cycle !== undefined;
  const isFilter = check !== undefined && (on === null || on === EVERYWHERE || platform !== undefined);
  return (
    <Notice
      action={isOut ? "Show all testing" : isFilter ? "Clear filters" : "Go to the first check"}
      onAction={isOut ? () => showCycle(null) : isFilter ? address.clear : goToFirst}
      onRestore={archived === undefined ? null : restoring(props, "checks", archived.id)}
    >
      {isOut ? (
        <>The check that this link is for is not in this cycle.</>
      ) : check === undefined ? (
        <UnknownCheck named={at} archived={archived?.title} />
      ) : isFilter ? (
        <>
          The filters hide “<bdi>{check.title}</bdi>”
          {opened?.id === check.id
            ? ", which is open."
            : `${platform === undefined ? "" : ` on ${platform.label}`}, which this link is for.`}
        </>
      ) : (
        <>
          {runbook.cycle === undefined ? "This app" : "This cycle"} has no platform “<bdi>{on}</bdi>”, which this link
          is for.
        </>
      )}
      {opened === null && " No check is selected."}
    </Notice>
  );
}

/** Says that the app doesn't have the filter's section or platform. */
function MissingFilter(props: Props) {
  const { runbook, address } = props;
  const { filters, change } = address;
  const { section, platform } = filters;
  if (section !== null && !runbook.sections.some(({ id }) => id === section)) {
    return <MissingSection {...props} named={section} />;
  }
  if (platform === null || runbook.platforms.some(({ code }) => code === platform)) return null;
  return (
    <Notice action="Show every platform" onAction={() => change({ platform: null })}>
      {runbook.cycle === undefined ? "This app" : "This cycle"} has no platform “<bdi>{platform}</bdi>”, which this link
      is for.
    </Notice>
  );
}

function MissingSection(props: Props & { named: string }) {
  const { runbook, address, named } = props;
  const deleted = useArchivedOne(runbook.app.id, "sections", named);
  return (
    <Notice
      action="Show every section"
      onAction={() => address.change({ section: null })}
      onRestore={deleted === undefined ? null : restoring(props, "sections", named)}
    >
      {deleted === undefined ? (
        <UnknownSection named={named} isInCycle={runbook.cycle !== undefined} />
      ) : (
        <>
          The section “<bdi>{deleted.title}</bdi>”, which this link is for, was deleted.
        </>
      )}
    </Notice>
  );
}

function UnknownSection({ named, isInCycle }: { named: string; isInCycle: boolean }) {
  if (isInCycle) return "Nothing of the section that this link is for is in this cycle.";
  return (
    <>
      This runbook has no section “<bdi>{named}</bdi>”, which this link is for.
    </>
  );
}

function UnknownCheck({ named, archived }: { named: string; archived: string | undefined }) {
  return archived === undefined ? (
    <>
      There is no check “<bdi>{named}</bdi>” in this runbook.
    </>
  ) : (
    <>
      The check “<bdi>{archived}</bdi>”, which this link is for, was archived. Its results and issues are kept.
    </>
  );
}

/** Puts it back; where that is refused, the list of what was archived says what to do. */
function restoring({ restore, focusGrid, onArchived }: Props, kind: ArchivedKind, id: string): (() => void) | null {
  if (restore === null) return null;
  return () => {
    const arrive = () => {
      // What the address names is there now: it is gone to as if from a link.
      navigate(location.pathname + location.search, { replace: true });
      focusGrid();
    };
    restore(kind, id).then(arrive, (error: unknown) => {
      sayFailed(error);
      onArchived();
    });
  };
}

interface NoticeProps {
  action: string;
  onAction(): void;
  onRestore?: (() => void) | null;
  children: ReactNode;
}

function Notice({ action, onAction, onRestore = null, children }: NoticeProps) {
  return (
    <div className={classes.missing} role="alert">
      <Icon name="warning" />
      <p className={classes.words}>{children}</p>
      {onRestore !== null && (
        <Button size="compact-sm" onClick={onRestore}>
          Restore
        </Button>
      )}
      <Button size="compact-sm" variant="default" onClick={onAction}>
        {action}
      </Button>
    </div>
  );
}
