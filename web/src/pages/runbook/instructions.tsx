// How a check is done, as plain text. Admins edit it where it stands; what was typed stays until it is saved.
import { Alert, Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { readDraft } from "../../api/drafts.ts";
import { keyHint } from "../../parts/keys-at-hand.ts";
import { useDraft } from "../../parts/use-draft.ts";
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
  const [isEditing, setEditing] = useState(false);
  const name = `of the instructions of ${check.id}`;
  if (isEditing && text !== undefined) {
    return <Editor name={name} saved={text ?? ""} onSave={onSave} onDone={() => setEditing(false)} />;
  }
  if (!check.has_instructions && !mayEdit) return null;
  const hasDraft = mayEdit && readDraft(name) !== null;
  return (
    <section className={classes.part} aria-label="Instructions">
      <div className={classes.partHead}>
        <h3 className={classes.heading}>Instructions</h3>
        {mayEdit && text !== undefined && (
          <Button variant="subtle" size="compact-sm" onClick={() => setEditing(true)}>
            {hasDraft ? "Go on writing" : text === null ? "Write them" : "Edit"}
          </Button>
        )}
      </div>
      {hasDraft && <p className={classes.soft}>What you were writing is kept, and not saved yet.</p>}
      {error !== null && text === undefined && <p className={classes.soft}>{error.message}</p>}
      {text === null && <p className={classes.soft}>There are none yet. Say how this is checked, step by step.</p>}
      {text != null && <p className={classes.text}>{text}</p>}
    </section>
  );
}

interface EditorProps {
  /** Of the draft. */
  name: string;
  saved: string;
  onSave(text: string | null): Promise<void>;
  onDone(): void;
}

function Editor({ name, saved, onSave, onDone }: EditorProps) {
  const { value, set, forget, wasKept } = useDraft(name, { text: saved });
  const [refused, setRefused] = useState<Error | null>(null);
  const [isSaving, setSaving] = useState(false);
  const isChanged = value.text !== saved;
  const leave = () => {
    if (!isChanged) forget();
    onDone();
  };
  const save = async () => {
    setSaving(true);
    try {
      await onSave(value.text.trim() === "" ? null : value.text.trim());
      forget();
      onDone();
    } catch (problem) {
      setRefused(problem as Error);
      setSaving(false);
    }
  };
  return (
    <section className={classes.part} aria-label="Instructions">
      {refused !== null && (
        <Alert color="red" role="alert">
          {refused.message}
        </Alert>
      )}
      <Textarea
        label="Instructions"
        description={keyHint("Ctrl+Enter saves. Esc leaves and keeps your draft.")}
        autosize
        minRows={5}
        maxRows={18}
        maxLength={MAX_TEXT}
        value={value.text}
        autoFocus
        onChange={(event) => set({ text: event.currentTarget.value })}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === "Escape") leave();
          else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save();
        }}
      />
      <div className={classes.buttons}>
        <Button loading={isSaving} onClick={() => void save()}>
          Save
        </Button>
        <Button variant="default" onClick={leave}>
          Cancel
        </Button>
        {wasKept && isChanged && (
          <Button variant="subtle" onClick={() => set({ text: saved })}>
            Back to what is saved
          </Button>
        )}
      </div>
    </section>
  );
}
