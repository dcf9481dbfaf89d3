// Erasing somebody, or an app: what goes and what stays is said first, and the name is typed, because it can't be undone.
import { TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { post } from "../../api/client.ts";
import { refusalOf } from "../../api/field-refusals.ts";
import { queryKeys } from "../../api/query-keys.ts";
import type { Erasure } from "../../api/types.ts";
import { toast } from "../../interaction/toasts.tsx";
import { useConfirmFirst } from "../form/confirm-first.tsx";
import { DialogForm } from "../form/dialog-form.tsx";
import classes from "./erase-dialog.module.css";
import { ERASURE_WORDS } from "./erasure-words.ts";

interface Props {
  kind: Erasure["kind"];
  /** The address, or the app's id; null: it is asked for. */
  subject: string | null;
  /** The name that has to be typed to confirm. */
  name: string | null;
  /** The person who has the address. */
  person?: string;
  onClose(): void;
}

export function EraseDialog({ kind, subject, name, person, onClose }: Props) {
  const client = useQueryClient();
  const { call, dialog } = useConfirmFirst();
  const [asked, setAsked] = useState("");
  const [typed, setTyped] = useState("");
  const words = ERASURE_WORDS[kind];
  const named = name ?? asked.trim();
  const isNamed = kind === "app" ? typed === named : typed.trim().toLowerCase() === named.toLowerCase();
  const erase = useMutation({
    mutationFn: () => call(() => post<Erasure>("/erasures", { kind, subject: subject ?? named, confirm: typed })),
    onSuccess: (begun) => {
      if (begun === undefined) return;
      for (const queryKey of [queryKeys.removedPeople, queryKeys.archivedApps, queryKeys.erasures]) {
        void client.invalidateQueries({ queryKey });
      }
      toast({ text: `${words.begun} See`, link: { text: "how far it has come", href: "/workspace/privacy" } });
      onClose();
    },
  });
  const { at, rest } = refusalOf(erase.error, ["subject", "confirm"]);
  return (
    <>
      <DialogForm
        title={`Erase ${person ?? name ?? words.somebody}`}
        size="lg"
        refused={rest}
        send="Erase for good"
        isFinal
        isSending={erase.isPending}
        canSend={named !== "" && isNamed}
        onSend={() => erase.mutate()}
        onClose={onClose}
      >
        <div className={classes.words}>
          <h3>What goes</h3>
          <ul>
            {words.goes.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <h3>What stays</h3>
          <ul>
            {words.stays.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <p>
            <strong>This can't be undone.</strong>
          </p>
        </div>
        {name === null && (
          <TextInput
            label="E-mail address of the reporter"
            description="As the issues show it."
            required
            data-autofocus
            autoComplete="off"
            value={asked}
            error={at.subject}
            onChange={(event) => setAsked(event.currentTarget.value)}
          />
        )}
        <TextInput
          label={name === null ? "The same address again" : <TypeToConfirm name={name} />}
          required
          {...(name === null ? {} : { "data-autofocus": true })}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          error={at.confirm}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </DialogForm>
      {dialog}
    </>
  );
}

function TypeToConfirm({ name }: { name: string }) {
  return (
    <span className={classes.label}>
      To confirm, type <bdi className={classes.name}>{name}</bdi>
    </span>
  );
}
