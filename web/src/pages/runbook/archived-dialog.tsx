// What left the runbook: archived checks and deleted sections, the latest first, each with the way back for admins.
import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import type { ArchivedCheck } from "../../api/types.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Endless } from "../../parts/endless.tsx";
import { Empty } from "../../parts/failure.tsx";
import classes from "./archived-dialog.module.css";
import { ArchivedRow } from "./archived-row.tsx";
import { problemOfCheck, problemOfSection } from "./restore-problem.ts";
import type { Runbook } from "./runbook-data.ts";
import { useArchived } from "./use-archived.ts";
import type { Restore } from "./use-restore.ts";

interface Props {
  runbook: Runbook;
  /** Null for those who may only look. */
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
        {kind === "checks" ? <Checks {...props} /> : <Sections {...props} />}
      </div>
    </Dialog>
  );
}

function Checks({ runbook, restore }: Omit<Props, "onClose">) {
  const log = useArchived(runbook.app.id, "checks");
  const entries = log.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Endless
      log={log}
      label="Archived checks"
      group="Archived"
      isEmpty={entries.length === 0}
      empty={<Empty title="No check is archived">A check that you archive can be found here.</Empty>}
    >
      {entries.map((check) => (
        <ArchivedRow
          key={check.id}
          entry={check}
          where={whereOf(check)}
          runbook={runbook}
          restore={restore && ((options) => restore("checks", check.id, options))}
          explain={(error) => problemOfCheck(error, check, runbook)}
        />
      ))}
    </Endless>
  );
}

function Sections({ runbook, restore }: Omit<Props, "onClose">) {
  const log = useArchived(runbook.app.id, "sections");
  const entries = log.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Endless
      log={log}
      label="Deleted sections"
      group="Archived"
      isEmpty={entries.length === 0}
      empty={<Empty title="No section was deleted">A section that you delete can be found here.</Empty>}
    >
      {entries.map((section) => (
        <ArchivedRow
          key={section.id}
          entry={section}
          where={null}
          runbook={runbook}
          restore={restore && ((options) => restore("sections", section.id, options))}
          explain={(error) => problemOfSection(error, section, runbook)}
        />
      ))}
    </Endless>
  );
}

function whereOf({ section }: ArchivedCheck): string {
  if (section === null) return "its section is not known any more";
  return section.archived ? `${section.title} (deleted)` : section.title;
}
