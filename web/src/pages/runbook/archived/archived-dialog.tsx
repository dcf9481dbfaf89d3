// What left the runbook: archived checks and deleted sections, the latest first, each with the way back for admins.
import { SegmentedControl } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { ArchivedKind } from "../../../api/find-archived.ts";
import type { ArchivedCheck } from "../../../api/types.ts";
import { Empty } from "../../../components/display/loading-and-failure.tsx";
import { Dialog } from "../../../components/layout/dialog.tsx";
import { EndlessLog } from "../../../components/log/endless-log.tsx";
import type { Runbook } from "../data/runbook.ts";
import classes from "./archived-dialog.module.css";
import { ArchivedRow } from "./archived-row.tsx";
import { problemOfCheck, problemOfSection, type RestoreProblem } from "./restore-problem.ts";
import { type Archived, useArchived } from "./use-archived.ts";
import type { Restore } from "./use-restore.ts";

interface Props {
  runbook: Runbook;
  /** Restores entries; null for readers who may only look. */
  restore: Restore | null;
  onClose(): void;
}

const KINDS = [
  { value: "checks", label: "Checks" },
  { value: "sections", label: "Sections" },
];

export function ArchivedDialog({ onClose, ...props }: Props) {
  const [kind, setKind] = useState("checks");
  return (
    <Dialog title="Archived checks and sections" size="lg" onClose={onClose}>
      <p className={classes.words}>
        What is archived keeps its results and issues, and comes back with them.
        {props.restore === null && " An admin can restore it."}
      </p>
      <SegmentedControl
        className={classes.kinds}
        data={KINDS}
        value={kind}
        onChange={setKind}
        aria-label="What to show"
      />
      {/* Whoever restores the last one is left here. */}
      <div tabIndex={-1} data-list="" className={classes.list}>
        {kind === "checks" ? (
          <Listed
            {...props}
            key={kind}
            kind="checks"
            label="Archived checks"
            empty={<Empty title="No check is archived">A check that you archive can be found here.</Empty>}
            where={whereOf}
            explain={problemOfCheck}
          />
        ) : (
          <Listed
            {...props}
            key={kind}
            kind="sections"
            label="Deleted sections"
            empty={<Empty title="No section was deleted">A section that you delete can be found here.</Empty>}
            where={() => null}
            explain={problemOfSection}
          />
        )}
      </div>
    </Dialog>
  );
}

interface ListedProps<Kind extends ArchivedKind> extends Omit<Props, "onClose"> {
  kind: Kind;
  label: string;
  empty: ReactNode;
  where(entry: Archived<Kind>): string | null;
  explain(error: unknown, entry: Archived<Kind>, runbook: Runbook): RestoreProblem;
}

function Listed<Kind extends ArchivedKind>(props: ListedProps<Kind>) {
  const { kind, label, empty, runbook, restore, where, explain } = props;
  const log = useArchived(runbook.app.id, kind);
  const entries = log.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <EndlessLog log={log} label={label} group="Archived" isEmpty={entries.length === 0} empty={empty}>
      {entries.map((entry) => (
        <ArchivedRow
          key={entry.id}
          entry={entry}
          where={where(entry)}
          runbook={runbook}
          restore={restore && ((options) => restore(kind, entry.id, options))}
          explain={(error) => explain(error, entry, runbook)}
        />
      ))}
    </EndlessLog>
  );
}

function whereOf({ section }: ArchivedCheck): string {
  if (section === null) return "its section is not known any more";
  return section.archived ? `${section.title} (deleted)` : section.title;
}
