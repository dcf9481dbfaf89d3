// What a connection holds one way, in or out: settings to be changed, credentials that are held or not, saved together.

import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { FormField } from "../../../../src/wire/connections/tool-forms.ts";
import { keepDraft, readDraft } from "../../api/drafts.ts";
import { refusalOf } from "../../api/field-refusals.ts";
import type { Connection } from "../../api/types.ts";
import { SteadyButton } from "../../components/buttons/steady-button.tsx";
import { RefusalAlert } from "../../components/form/refusal-alert.tsx";
import base from "../../components/layout/section.module.css";
import { toast, toastError } from "../../interaction/toasts.tsx";
import { type ConnectionChange, changeBack, useChangeConnection } from "./connection-data.ts";
import type { ConnectionProps } from "./connection-props.ts";
import classes from "./connections.module.css";
import { CredentialField } from "./credential-field.tsx";

type Draft = Record<string, string>;

interface Props extends ConnectionProps {
  fields: readonly FormField[];
  label: string;
  /** What the required ones are for: "to receive anything from Slack". */
  purpose: string;
}

export function FieldsForm({ app, connection, fields, label, purpose }: Props) {
  // Only what was touched: the rest follows what others change meanwhile.
  // It is kept until it is saved or discarded, but for credentials, which no browser should keep.
  const kept = `of what is ${label} of ${connection.id}`;
  const [draft, setDraft] = useState<Draft>(() => readDraft<Draft>(kept) ?? {});
  const keep = (next: Draft) => {
    setDraft(next);
    const settings = fields.flatMap(({ part, name }) =>
      part === "settings" && next[name] !== undefined ? [[name, next[name]]] : [],
    );
    keepDraft(kept, settings.length === 0 ? null : Object.fromEntries(settings));
  };
  const save = useChangeConnection(app.id, connection.id);
  const change = changeOf(connection, fields, draft);
  const isSame = Object.keys(change).length === 0;
  const refusal = refusalOf(
    save.error,
    fields.map(({ name }) => name),
    ["settings", "credentials"],
  );
  const type = (name: string, text: string) => keep({ ...draft, [name]: text });
  const discard = () => {
    keep({});
    save.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSame) return;
    const back = changeBack(connection, change);
    const undo = () => save.mutate(back, { onError: toastError });
    save.mutate(change, {
      onSuccess: (after) => {
        keep({});
        const isNew = after.forwards && !connection.forwards;
        // A credential that was replaced can't be brought back.
        toast({
          text: isNew ? "Saved. Send a test to see whether it arrives." : "Saved.",
          ...(change.credentials === undefined ? { undo } : {}),
        });
      },
    });
  };
  return (
    <form className={classes.form} aria-label={label} onSubmit={submit} noValidate>
      <RefusalAlert text={refusal.rest} />
      <div className={classes.fields}>
        {fields.map((field) =>
          field.part === "credentials" ? (
            <CredentialField
              key={field.name}
              app={app}
              connection={connection}
              field={field}
              purpose={purpose}
              typed={draft[field.name] ?? ""}
              error={refusal.at[field.name]}
              onType={(text) => type(field.name, text)}
            />
          ) : (
            <TextInput
              key={field.name}
              label={field.label}
              description={field.hint}
              placeholder={field.placeholder}
              withAsterisk={field.needed === true}
              autoComplete="off"
              spellCheck={false}
              value={draft[field.name] ?? shownOf(connection, field)}
              error={refusal.at[field.name]}
              onChange={(event) => type(field.name, event.currentTarget.value)}
            />
          ),
        )}
      </div>
      <div className={base.actions}>
        <SteadyButton type="submit" off={isSame} busy={save.isPending}>
          Save
        </SteadyButton>
        {!isSame && (
          <Button variant="default" onClick={discard}>
            Discard
          </Button>
        )}
        {fields.some(({ needed }) => needed === true) && (
          <span className={classes.star}>
            <span aria-hidden="true">*</span> Required {purpose}.
          </span>
        )}
      </div>
    </form>
  );
}

function shownOf({ settings }: Connection, { name }: FormField): string {
  const value = settings[name];
  return Array.isArray(value) ? value.join(", ") : typeof value === "string" ? value : "";
}

/** The fields that differ from what is stored. An emptied setting is removed; an empty credential stays as it is. */
function changeOf(connection: Connection, fields: readonly FormField[], draft: Draft): ConnectionChange {
  const settings: Record<string, unknown> = {};
  const credentials: Record<string, string> = {};
  for (const field of fields) {
    const typed = draft[field.name]?.trim();
    if (typed === undefined) continue;
    if (field.part === "credentials") {
      if (typed !== "") credentials[field.name] = typed;
    } else if (typed !== shownOf(connection, field)) {
      settings[field.name] = typed === "" ? null : field.several === true ? listOf(typed) : typed;
    }
  }
  return {
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
    ...(Object.keys(credentials).length === 0 ? {} : { credentials }),
  };
}

function listOf(text: string): string[] {
  return text
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
}
