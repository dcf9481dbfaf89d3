// Raises an issue: what is wrong, where, and with pictures of it. What was typed stays until it is raised.
import { Alert, Button, Modal } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useState } from "react";
import { useApp, useOverview } from "../../../api/apps.ts";
import { isSignedOut } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { ChosenFiles } from "../../../components/attachments/chosen-files.tsx";
import { useKeptFiles } from "../../../components/attachments/use-kept-files.ts";
import { useDraft } from "../../../components/behaviour/use-draft.ts";
import { keyHint } from "../../../interaction/has-keyboard.ts";
import { raiseIssue } from "../../../unsaved/raise-issue.ts";
import { startUploads } from "../attachments/uploads.ts";
import { refreshAround } from "../data/issue-data.ts";
import { placeBody } from "../data/issue-place.ts";
import { KeptDraftNote } from "../fields/kept-draft-note.tsx";
import { toastIssueRaised } from "./issue-raised-toast.tsx";
import classes from "./new-issue-dialog.module.css";
import { NewIssueFields, type NewIssueValue } from "./new-issue-fields.tsx";

interface NewIssueProps {
  /** The app whose list is open. */
  app: string | undefined;
  onClose(): void;
  onRaised(id: string): void;
}

const START: NewIssueValue = { app: "", place: null, platforms: [], priority: "", text: "" };

export function NewIssueDialog({ app: here, onClose, onRaised }: NewIssueProps) {
  const client = useQueryClient();
  const { data: apps } = useOverview();
  const { value, set, forget, wasKept } = useDraft<NewIssueValue>("of a new issue", START);
  const attached = useKeptFiles("of a new issue");
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // A draft for another app than the one at hand keeps its words, and nothing that belongs to the other app.
  const [appId, setAppId] = useState(here ?? (value.app === "" ? undefined : value.app));
  const chosen = appId ?? apps?.[0]?.id;
  const { data: app } = useApp(chosen);
  const fits = value.app === chosen;
  const shown: NewIssueValue = fits ? value : { ...START, text: value.text, priority: value.priority };
  const change = (fields: Partial<NewIssueValue>) => {
    setError(null);
    set({ ...(fits ? {} : { place: null, platforms: [] }), ...fields, app: fields.app ?? chosen ?? "" });
  };

  // Closed, it gives the focus back.
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);

  const raise = async () => {
    if (busy || chosen === undefined) return;
    const missing = missingOf(shown, app?.mode);
    setError(missing);
    if (missing !== null) return;
    setBusy(true);
    try {
      const issue = await raiseIssue(chosen, bodyOf(shown), attached.files);
      forget();
      attached.set([]);
      if (issue === null) {
        onClose();
        return;
      }
      client.setQueryData(queryKeys.issue(issue.id), issue);
      refreshAround(client, issue);
      startUploads(client, issue.id, attached.files);
      toastIssueRaised(issue);
      onRaised(issue.id);
    } catch (refused) {
      // Whoever has to sign in first comes back to the dialog as it was.
      if (!isSignedOut(refused)) setError((refused as Error).message);
      setBusy(false);
    }
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void raise();
  };
  return (
    <Modal opened onClose={onClose} title="New issue" size="lg">
      {apps !== undefined && apps.length === 0 ? (
        <p className={classes.nothing}>There is no app yet. An admin creates one on the page of all apps.</p>
      ) : (
        <form
          className={classes.form}
          onKeyDown={press}
          onSubmit={(event) => {
            event.preventDefault();
            void raise();
          }}
        >
          {error !== null && (
            <Alert color="red" role="alert">
              {error}
            </Alert>
          )}
          {wasKept && value.text !== "" && (
            <KeptDraftNote
              label="Discard the draft"
              onDiscard={() => {
                set(START);
                forget();
                attached.set([]);
              }}
            />
          )}
          <NewIssueFields
            value={shown}
            apps={apps ?? []}
            appId={chosen}
            app={app}
            onApp={(id) => {
              setAppId(id);
              set({ app: id, place: null, platforms: [] });
            }}
            onChange={change}
          />
          <ChosenFiles chosen={attached} />
          <div className={classes.buttons}>
            <Button type="submit" loading={busy}>
              Raise the issue
            </Button>
            <span className={classes.hint}>{keyHint("Ctrl+Enter raises it. ")}Closing keeps what you typed.</span>
          </div>
        </form>
      )}
    </Modal>
  );
}

function missingOf({ text, place }: NewIssueValue, mode: string | undefined): string | null {
  if (text.trim() === "") return "Say what is wrong: the text is empty.";
  if (mode === "testing" && place?.kind !== "check") return "Choose the check that the issue is about.";
  return null;
}

function bodyOf({ text, place, platforms, priority }: NewIssueValue): Parameters<typeof raiseIssue>[1] {
  return {
    text,
    platforms,
    ...(priority === "" ? {} : { priority }),
    ...placeBody(place),
  };
}
