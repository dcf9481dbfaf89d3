// A runbook without a section: says how to begin.

import { Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "wouter";
import { Empty } from "../../parts/failure.tsx";
import { LimitedInput } from "../../parts/limited-input.tsx";
import { MAX_TITLE, tooManyWords } from "../../parts/text-limits.ts";
import { useEdits } from "./edits.ts";
import classes from "./runbook-desk.module.css";
import { useUndoStack } from "./undo-stack.ts";

export function EmptyRunbook({ app, mayEdit }: { app: string; mayEdit: boolean }) {
  const edits = useEdits(app, useUndoStack());
  const [title, setTitle] = useState("");
  const canAdd = title.trim() !== "" && tooManyWords(title, MAX_TITLE) === undefined;
  if (!mayEdit) return <Empty title="This runbook is empty">An admin can add its sections and checks.</Empty>;
  return (
    <Empty
      title="This runbook is empty"
      action={
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
