// One check in full, beside the grid: how to check it, how it stands on each platform, its issues and its last results.
import { ActionIcon, Button, CloseButton, Tooltip } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { get } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import type { Check } from "../../../api/types.ts";
import type { Unsaved } from "../../../api/unsaved-change.ts";
import { Icon } from "../../../components/display/icons.tsx";
import { keyHint } from "../../../interaction/has-keyboard.ts";
import type { Cell, Runbook, RunbookCheck } from "../data/runbook.ts";
import { titleDraft } from "../data/runbook-rows.ts";
import type { Edits } from "../editing/runbook-edits.ts";
import { InlineTitle } from "../grid/inline-title.tsx";
import type { Results } from "../results/use-results.ts";
import classes from "./check-detail.module.css";
import { CheckHistory } from "./check-history.tsx";
import { CheckIssues } from "./check-issues.tsx";
import { CheckPlatforms } from "./check-platforms.tsx";
import { Instructions } from "./instructions.tsx";
import { useLastResults } from "./use-last-results.ts";

export interface DetailProps {
  runbook: Runbook;
  check: RunbookCheck;
  results: Results;
  edits: Edits;
  unsaved: readonly Unsaved[];
  canAct: boolean;
  mayEdit: boolean;
  isTaken(title: string): boolean;
  /** The place of the platform that is named first. */
  begin: number;
  onRaise(cells: Cell[]): void;
  onCopy(check: RunbookCheck): void;
  onArchive(check: RunbookCheck): void;
  onClose(): void;
}

/** Whoever walks through the grid with this open is not met with a request at every step. */
const SETTLE_MS = 120;

/** How the buttons look that are about the whole check. */
const WHOLE = { variant: "subtle", color: "gray", size: "compact-sm" } as const;

export function CheckDetail(props: DetailProps) {
  const { runbook, check, results, edits, unsaved, canAct, mayEdit, isTaken, onRaise, onCopy, onArchive, onClose } =
    props;
  const [isRenaming, setRenaming] = useState(false);
  const [id] = useDebouncedValue(check.id, SETTLE_MS);
  const { data, error } = useQuery({
    queryKey: queryKeys.appPart(runbook.app.id, "check", id),
    queryFn: ({ signal }) => get<Check>(`/checks/${id}`, {}, signal),
  });
  const whole = data?.id === check.id ? data : undefined;
  const lastResults = useLastResults(runbook, check.id, whole);
  const section = runbook.sections.find((one) => one.id === check.section);
  return (
    <div className={classes.detail}>
      <div className={classes.head}>
        <p className={classes.where}>
          <bdi>{check.ref}</bdi> · <bdi>{section?.title}</bdi>
        </p>
        <CloseButton aria-label="Close the check" size="lg" onClick={onClose} />
        <div className={classes.titleRow}>
          {isRenaming ? (
            <InlineTitle
              key={check.id}
              label="Title of the check"
              initial={check.title}
              draft={titleDraft(check.id)}
              isTaken={isTaken}
              onSave={(title, _, base) => {
                setRenaming(false);
                edits.renameCheck(check, title, base);
              }}
              onCancel={() => setRenaming(false)}
            />
          ) : (
            <h2 className={classes.title}>
              <bdi>{check.title}</bdi>
            </h2>
          )}
          {mayEdit && !isRenaming && (
            <Tooltip label={`Rename${keyHint(" (E)")}`}>
              <ActionIcon
                aria-label="Rename the check"
                size="md"
                className={classes.rename}
                onClick={() => setRenaming(true)}
              >
                <Icon name="edit" />
              </ActionIcon>
            </Tooltip>
          )}
        </div>
      </div>
      <CheckPlatforms
        key={`platforms of ${check.id}`}
        runbook={runbook}
        check={check}
        lastResults={lastResults}
        canAct={canAct}
        results={results}
        begin={props.begin}
        onRaise={onRaise}
      />
      <Instructions
        key={check.id}
        check={check}
        text={whole?.instructions}
        unsaved={unsaved.find(
          ({ change }) => change.kind === "text" && change.id === check.id && change.field === "instructions",
        )}
        error={error}
        mayEdit={mayEdit}
        onSave={(base, text) => edits.setInstructions(check, base, text)}
      />
      <CheckIssues app={runbook.app.id} check={id} isCurrent={id === check.id} />
      <CheckHistory runbook={runbook} check={id} isCurrent={id === check.id} />
      {mayEdit && (
        <div className={classes.whole}>
          <Button {...WHOLE} className={classes.archive} onClick={() => onCopy(check)}>
            Copy this check
          </Button>
          <Button
            {...WHOLE}
            className={classes.archive}
            onClick={() => {
              onClose();
              onArchive(check);
            }}
          >
            Archive this check
          </Button>
        </div>
      )}
    </div>
  );
}
