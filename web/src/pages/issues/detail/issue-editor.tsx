// Changes the wording and the platforms of an issue. Leaving keeps what was typed; saving puts it into the history.
import { Alert, Button } from "@mantine/core";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { App, Issue } from "../../../api/types.ts";
import { useDraft } from "../../../components/behaviour/use-draft.ts";
import { keyHint } from "../../../interaction/has-keyboard.ts";
import { TextConflict } from "../../../unsaved/send-change.ts";
import { TextConflictChoice } from "../../../unsaved/text-conflict.tsx";
import { type Edit, type IssueActions, OtherPlatforms } from "../data/issue-actions.ts";
import { KeptDraftNote } from "../fields/kept-draft-note.tsx";
import { PlatformChoice } from "../fields/platform-choice.tsx";
import { TextField } from "../fields/text-field.tsx";
import classes from "./issue-editor.module.css";

interface EditorProps {
  issue: Issue;
  app: App;
  actions: IssueActions;
  onDone(): void;
}

interface Draft {
  text: string;
  platforms: string[];
  /** The saved issue from which the edit began. */
  base: { text: string; platforms: string[] };
  /** What somebody else has saved meanwhile, while its writer has not decided. */
  theirs: string | null;
  /** The name of whoever saved it, where known. */
  by: string | null;
}

export function IssueEditor({ issue, app, actions, onDone }: EditorProps) {
  const saved = { text: issue.text, platforms: issue.platforms };
  const { value, set, forget, wasKept } = useDraft<Draft>(`of ${issue.id}`, {
    ...saved,
    base: saved,
    theirs: null,
    by: null,
  });
  const { theirs, by } = value;
  const [error, setError] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const change = changeOf(value.base, value);
  useEffect(() => {
    const { current } = field;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);

  const leave = () => {
    const { current } = form;
    onDone();
    focusTitle(current);
  };
  const save = async (next: typeof value = value) => {
    const wanted = changeOf(next.base, next);
    if (saving) return;
    if (wanted === null) {
      forget();
      leave();
      return;
    }
    setSaving(true);
    setError(null);
    try {
      await actions.edit(wanted, next.base);
      forget();
      leave();
    } catch (refused) {
      // Neither text is lost: both are shown, and their writer decides.
      if (refused instanceof TextConflict) set({ theirs: refused.theirs, by: refused.by });
      else setError((refused as Error).message);
      if (refused instanceof OtherPlatforms) set({ base: { ...next.base, platforms: refused.platforms } });
      setSaving(false);
    }
  };
  const choose = (text: string) => {
    const next = { ...value, text, base: { ...value.base, text: theirs! }, theirs: null };
    set(next);
    void save(next);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      if (theirs === null) void save();
    } else if (event.key === "Escape") leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <form
      ref={form}
      className={classes.editor}
      aria-label="Edit the issue"
      onKeyDown={press}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h2 className="sr-only" tabIndex={-1}>
        Edit the issue
      </h2>
      {error !== null && (
        <Alert color="red" role="alert">
          {error}
        </Alert>
      )}
      {wasKept && change !== null && (
        <KeptDraftNote
          label="Discard the draft"
          onDiscard={() => {
            set({ ...saved, base: saved, theirs: null });
            forget();
            field.current?.focus();
          }}
        />
      )}
      {theirs === null ? (
        <TextField ref={field} value={value.text} onChange={(text) => set({ text })} />
      ) : (
        <>
          <p className={classes.kept} role="alert">
            <bdi>{by ?? "Somebody else"}</bdi> has changed the text while you were writing. Nothing is lost: choose one
            of the texts, or combine them.
          </p>
          <TextConflictChoice
            draft={`of the combined text of ${issue.id}`}
            mine={value.text}
            theirs={theirs}
            by={by ?? null}
            isBusy={saving}
            onChoose={choose}
          />
        </>
      )}
      <PlatformChoice
        legend="Platforms"
        platforms={app.platforms}
        value={value.platforms}
        onChange={(platforms) => set({ platforms })}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={saving} disabled={value.text.trim() === "" || theirs !== null}>
          Save
        </Button>
        <Button variant="default" onClick={leave}>
          Cancel
        </Button>
        <span className={classes.hint}>{keyHint("Ctrl+Enter saves. Esc leaves and keeps your draft.")}</span>
      </div>
    </form>
  );
}

function changeOf(before: { text: string; platforms: string[] }, after: typeof before): Edit | null {
  const edit: Edit = {};
  if (after.text.trim() !== before.text) edit.text = after.text;
  if (after.platforms.join() !== before.platforms.join()) edit.platforms = after.platforms;
  return Object.keys(edit).length === 0 ? null : edit;
}

/** Focuses what takes the form's place, once it is gone. */
function focusTitle(form: HTMLFormElement | null): void {
  const article = form?.closest("article");
  requestAnimationFrame(() => article?.querySelector("h2")?.focus());
}
