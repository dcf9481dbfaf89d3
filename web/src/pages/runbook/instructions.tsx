// How a check is done, as plain text. Admins edit it where it stands; what was typed stays until it is saved.
import { Alert, Button, Textarea } from "@mantine/core";
import { useState } from "react";
import classes from "./check-detail.module.css";
import type { RunbookCheck } from "./runbook-data.ts";

interface Props {
  check: RunbookCheck;
  /** Undefined while it is not known. */
  text: string | null | undefined;
  error: Error | null;
  mayEdit: boolean;
  onSave(text: string | null): Promise<void>;
}

const MAX_TEXT = 10_000;

export function Instructions({ check, text, error, mayEdit, onSave }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const [refused, setRefused] = useState<Error | null>(null);
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      await onSave(draft!.trim() === "" ? null : draft!.trim());
      setDraft(null);
      setRefused(null);
    } catch (problem) {
      setRefused(problem as Error);
    } finally {
      setSaving(false);
    }
  };
  if (draft !== null) {
    return (
      <section className={classes.part} aria-label="Instructions">
        {refused !== null && (
          <Alert color="red" role="alert">
            {refused.message}
          </Alert>
        )}
        <Textarea
          label="Instructions"
          autosize
          minRows={5}
          maxRows={18}
          maxLength={MAX_TEXT}
          value={draft}
          autoFocus
          onChange={(event) => setDraft(event.currentTarget.value)}
          onKeyDown={(event) => {
            event.stopPropagation();
            if (event.key === "Escape") setDraft(null);
            else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save();
          }}
        />
        <div className={classes.buttons}>
          <Button loading={isSaving} onClick={() => void save()}>
            Save
          </Button>
          <Button variant="default" onClick={() => setDraft(null)}>
            Cancel
          </Button>
        </div>
      </section>
    );
  }
  if (!check.has_instructions && !mayEdit) return null;
  return (
    <section className={classes.part} aria-label="Instructions">
      <div className={classes.partHead}>
        <h3 className={classes.heading}>Instructions</h3>
        {mayEdit && text !== undefined && (
          <Button variant="subtle" size="compact-sm" onClick={() => setDraft(text ?? "")}>
            {text === null ? "Write them" : "Edit"}
          </Button>
        )}
      </div>
      {error !== null && text === undefined && <p className={classes.soft}>{error.message}</p>}
      {text === null && <p className={classes.soft}>There are none yet. Say how this is checked, step by step.</p>}
      {text != null && <p className={classes.text}>{text}</p>}
    </section>
  );
}
