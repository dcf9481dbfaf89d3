// Raises an issue on a check, for the platforms one was at. What was typed stays until it is sent.

import { Alert, Button, Checkbox, Group, Kbd, Modal, SegmentedControl, Stack, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { MAX_TEXT } from "../../../../../src/wire/limits.ts";
import { PRIORITIES } from "../../../../../src/wire/lists.ts";
import { isSignedOut } from "../../../api/client.ts";
import { keepDraft } from "../../../api/drafts.ts";
import { ChosenFiles } from "../../../components/attachments/chosen-files.tsx";
import { useKeptFiles } from "../../../components/attachments/use-kept-files.ts";
import { useDraft } from "../../../components/behaviour/use-draft.ts";
import { CopyButton } from "../../../components/buttons/copy-button.tsx";
import { tooLongText } from "../../../components/form/text-limits.ts";
import { useCaretAtEnd } from "../../../interaction/caret-at-end.ts";
import { toast } from "../../../interaction/toasts.tsx";
import { raiseIssue } from "../../../unsaved/raise-issue.ts";
import { startUploads } from "../../issues/attachments/uploads.ts";
import { PRIORITY_LABEL } from "../../issues/fields/issue-labels.tsx";
import { KeptDraftNote } from "../../issues/fields/kept-draft-note.tsx";
import { toastIssueRaised } from "../../issues/new-issue/issue-raised-toast.tsx";
import type { Runbook, RunbookCheck } from "../data/runbook.ts";
import classes from "./raise-issue-dialog.module.css";

interface Props {
  runbook: Runbook;
  check: RunbookCheck;
  /** Places of the platforms to begin with. */
  platforms: number[];
  /** What was deleted meanwhile. */
  gone: "check" | "app" | null;
  onClose(): void;
}

const PRIORITY_CHOICES = [
  { value: "", label: "None" },
  ...[...PRIORITIES].reverse().map((value) => ({ value, label: PRIORITY_LABEL[value] })),
];

export function RaiseIssueDialog({ runbook, check, platforms: preset, gone, onClose }: Props) {
  const client = useQueryClient();
  const name = `of an issue on ${check.id}`;
  const { value, set, forget, wasKept } = useDraft(name, { text: "" });
  const { text } = value;
  const chosen = useKeptFiles(name);
  const [places, setPlaces] = useState(preset);
  const [priority, setPriority] = useState("");
  const raise = useMutation({
    mutationFn: () => {
      const codes = places.map((place) => runbook.platforms[place]!.code);
      const fields = { check: check.id, text, platforms: codes, ...(priority === "" ? {} : { priority }) };
      return raiseIssue(runbook.app.id, fields, chosen.files);
    },
    onSuccess: (issue) => {
      forget();
      chosen.set([]);
      if (issue !== null) {
        startUploads(client, issue.id, chosen.files);
        toastIssueRaised(issue);
      }
      onClose();
    },
    onError: () => {},
  });
  const isAnything = text !== "" || chosen.files.length > 0;
  const onFocus = useCaretAtEnd();
  const field = useRef<HTMLTextAreaElement>(null);
  const startAnew = () => {
    set({ text: "" });
    forget();
    chosen.set([]);
    field.current?.focus();
  };
  const discard = () => {
    const { files } = chosen;
    forget();
    chosen.set([]);
    onClose();
    if (!isAnything) return;
    toast({
      text: "The draft of the issue is discarded.",
      undo: () => {
        keepDraft(name, value);
        chosen.set(files);
      },
    });
  };
  const tooLong = tooLongText(text, MAX_TEXT);
  const canSend = text.trim() !== "" && tooLong === undefined && places.length > 0 && !raise.isPending && gone === null;
  const send = () => {
    if (canSend) raise.mutate();
  };
  return (
    <Modal opened onClose={onClose} size="lg" title="Raise an issue">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          send();
        }}
      >
        <Stack gap="md">
          {raise.error !== null && !isSignedOut(raise.error) && (
            <Alert color="red" role="alert">
              {raise.error.message}
            </Alert>
          )}
          {gone !== null && (
            <Alert color="red" role="alert">
              <p className={classes.gone}>
                This {gone} was archived while you were writing. Copy your text and raise the issue on another {gone}.
                It is also kept here, in case the {gone} is restored.
              </p>
              <CopyButton size="compact-sm" text={text} label="Copy the text" />
            </Alert>
          )}
          {wasKept && text !== "" && <KeptDraftNote label="Discard the draft" onDiscard={startAnew} />}
          <Textarea
            ref={field}
            onFocus={onFocus}
            label={<bdi className={classes.title}>{check.title}</bdi>}
            description="The first line is the heading. What did you do, what happened, what should have happened?"
            aria-label={`What is wrong with ${check.title}?`}
            autosize
            minRows={5}
            maxRows={14}
            error={tooLong}
            required
            withAsterisk={false}
            value={text}
            onChange={(event) => set({ text: event.currentTarget.value })}
            data-autofocus
          />
          <Checkbox.Group
            label="Platforms"
            value={places.map(String)}
            onChange={(values) => setPlaces(values.map(Number).sort((a, b) => a - b))}
            error={places.length === 0 ? "Choose at least one platform." : undefined}
          >
            <Group gap="lg" mt={8}>
              {runbook.platforms.map(({ code, label }, place) => (
                <Checkbox key={code} value={String(place)} label={label} />
              ))}
            </Group>
          </Checkbox.Group>
          <fieldset className={classes.priority}>
            <legend>Priority</legend>
            <SegmentedControl data={PRIORITY_CHOICES} value={priority} onChange={setPriority} size="sm" fullWidth />
          </fieldset>
          <ChosenFiles chosen={chosen} />
          <Group justify="flex-end">
            <span className={classes.hint}>Closing keeps what you typed.</span>
            <Button variant="default" onClick={discard}>
              {isAnything ? "Discard" : "Cancel"}
            </Button>
            <Button
              type="submit"
              disabled={!canSend}
              loading={raise.isPending}
              rightSection={<Kbd size="xs">Ctrl ↵</Kbd>}
            >
              Raise issue
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
