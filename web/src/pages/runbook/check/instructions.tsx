// How a check is done, as plain text. Admins edit it where it stands; what was typed stays until it is saved.

import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { MAX_INSTRUCTIONS } from "../../../../../src/wire/limits.ts";
import { readDraft } from "../../../api/drafts.ts";
import type { Unsaved } from "../../../api/unsaved-change.ts";
import { useDraft } from "../../../components/behaviour/use-draft.ts";
import { tooLongText } from "../../../components/form/text-limits.ts";
import { keyHint } from "../../../interaction/has-keyboard.ts";
import { resolveConflict } from "../../../unsaved/resolve-conflict.ts";
import { TextConflictChoice } from "../../../unsaved/text-conflict.tsx";
import type { RunbookCheck } from "../data/runbook.ts";
import { UnsavedMark } from "../grid/unsaved-mark.tsx";
import classes from "./check-detail.module.css";

interface Props {
  check: RunbookCheck;
  /** The saved text; undefined until known. */
  text: string | null | undefined;
  /** A change that isn't saved yet. */
  unsaved: Unsaved | undefined;
  error: Error | null;
  mayEdit: boolean;
  /** `base` is what stood there when the writer began. */
  onSave(base: string, text: string): void;
}

export function Instructions({ check, text: read, unsaved, error, mayEdit, onSave }: Props) {
  const [isEditing, setEditing] = useState(false);
  const name = `of the instructions of ${check.id}`;
  const written = unsaved?.change.kind === "text" ? unsaved.change.text : null;
  const text = unsaved?.state === "waiting" && written !== null ? written || null : read;
  if (isEditing && text !== undefined) {
    return <Editor name={name} saved={text ?? ""} onSave={onSave} onDone={() => setEditing(false)} />;
  }
  if (unsaved?.state === "conflict" && written !== null) {
    return (
      <section className={classes.part} aria-label="Instructions">
        <h3 className={classes.heading}>Instructions</h3>
        <p className={classes.soft}>{unsaved.reason} Nothing is lost: choose, or write one out of both.</p>
        <TextConflictChoice
          draft={`of the combined text of ${unsaved.id}`}
          mine={written}
          theirs={unsaved.theirs ?? ""}
          onChoose={(chosen) => resolveConflict(unsaved, chosen)}
        />
      </section>
    );
  }
  if (!check.has_instructions && !mayEdit) return null;
  const hasDraft = mayEdit && readDraft(name) !== null;
  return (
    <section className={classes.part} aria-label="Instructions">
      <div className={classes.partHead}>
        <h3 className={classes.heading}>Instructions</h3>
        {unsaved !== undefined && <UnsavedMark state={unsaved.state} withWord />}
        {mayEdit && text !== undefined && (
          <Button variant="subtle" size="compact-sm" onClick={() => setEditing(true)}>
            {hasDraft ? "Continue writing" : text === null ? "Write instructions" : "Edit"}
          </Button>
        )}
      </div>
      {hasDraft && <p className={classes.soft}>Your draft is kept, but not saved yet.</p>}
      {error !== null && text === undefined && <p className={classes.soft}>{error.message}</p>}
      {text === null && <p className={classes.soft}>No instructions yet. Describe how to check this, step by step.</p>}
      {text != null && <p className={classes.text}>{text}</p>}
    </section>
  );
}

interface EditorProps {
  /** The name of the draft. */
  name: string;
  saved: string;
  onSave(base: string, text: string): void;
  onDone(): void;
}

function Editor({ name, saved, onSave, onDone }: EditorProps) {
  const { value, set, forget, wasKept } = useDraft(name, { text: saved, base: saved });
  const tooLong = tooLongText(value.text, MAX_INSTRUCTIONS);
  const isChanged = value.text !== saved;
  const leave = () => {
    if (!isChanged) forget();
    onDone();
  };
  const save = () => {
    if (tooLong !== undefined) return;
    const text = value.text.trim();
    if (text !== value.base) onSave(value.base, text);
    forget();
    onDone();
  };
  return (
    <section className={classes.part} aria-label="Instructions">
      {value.base !== saved && (
        <p className={classes.soft} role="status">
          Somebody else has changed the instructions while you were writing. When you save, you see both.
        </p>
      )}
      <Textarea
        label="Instructions"
        description={keyHint("Ctrl+Enter saves. Esc leaves and keeps your draft.")}
        autosize
        minRows={5}
        maxRows={18}
        error={tooLong}
        value={value.text}
        autoFocus
        onChange={(event) => set({ text: event.currentTarget.value })}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === "Escape") leave();
          else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save();
        }}
      />
      <div className={classes.buttons}>
        <Button disabled={tooLong !== undefined} onClick={save}>
          Save
        </Button>
        <Button variant="default" onClick={leave}>
          Cancel
        </Button>
        {wasKept && isChanged && (
          <Button variant="subtle" onClick={() => set({ text: saved, base: saved })}>
            Discard the draft
          </Button>
        )}
      </div>
    </section>
  );
}
