// A runbook without a section: says how to begin.

import { Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "wouter";
import { MAX_TITLE } from "../../../../src/wire/limits.ts";
import { Empty } from "../../components/display/loading-and-failure.tsx";
import { LimitedInput } from "../../components/form/limited-input.tsx";
import { tooLongText } from "../../components/form/text-limits.ts";
import { useArchived } from "./archived/use-archived.ts";
import type { UndoStack } from "./data/undo-stack.ts";
import { useEdits } from "./editing/runbook-edits.ts";
import classes from "./runbook-view.module.css";

interface Props {
  app: string;
  mayEdit: boolean;
  undo: UndoStack;
  onArchived(): void;
}

export function EmptyRunbook({ app, mayEdit, undo, onArchived }: Props) {
  const edits = useEdits(app, undo);
  const [title, setTitle] = useState("");
  const canAdd = title.trim() !== "" && tooLongText(title, MAX_TITLE) === undefined;
  const isAnyArchived = (useArchived(app, "sections").data?.pages[0]?.data.length ?? 0) > 0;
  const archived = isAnyArchived && (
    <Button variant="subtle" onClick={onArchived}>
      Archived checks and sections
    </Button>
  );
  if (!mayEdit) {
    return (
      <Empty title="This runbook is empty" action={archived}>
        An admin can add its sections and checks.
      </Empty>
    );
  }
  return (
    <Empty
      title="This runbook is empty"
      action={
        <div className={classes.ways}>
          <form
            className={classes.begin}
            onSubmit={(event) => {
              event.preventDefault();
              if (canAdd) edits.addSection(title.trim());
            }}
          >
            <LimitedInput
              limit={MAX_TITLE}
              aria-label="Title of the first section"
              placeholder="Checkout"
              value={title}
              autoFocus
              onChange={(event) => setTitle(event.currentTarget.value)}
            />
            <Button type="submit" disabled={!canAdd}>
              Add section
            </Button>
          </form>
          {archived}
        </div>
      }
    >
      A runbook has sections, and each section has checks. Begin with the part of the app that matters most. If you have
      the runbook as a file, import it from{" "}
      <Link href="/" className={classes.link}>
        all apps
      </Link>
      .
    </Empty>
  );
}
