// The signing secret: made and shown once, or brought along, replaced, removed.

import { Button, PasswordInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { MAX_SECRET_BYTES } from "../../../../../src/wire/limits.ts";
import { del, put } from "../../../api/client.ts";
import type { NewSecret } from "../../../api/types.ts";
import { ConfirmButton } from "../../../components/buttons/confirm-button.tsx";
import { SteadyButton } from "../../../components/buttons/steady-button.tsx";
import setup from "../../../components/layout/section.module.css";
import { Section } from "../../../components/layout/section.tsx";
import { FreshSecret } from "../../../components/secret/fresh-secret.tsx";
import { forgetSecret, showSecret, useShownSecret } from "../../../components/secret/shown-secret.ts";
import { toast, toastError } from "../../../interaction/toasts.tsx";
import { useReplaceWebhook, webhookPath } from "../data/webhook-data.ts";
import type { SetupProps } from "./setup-props.ts";

export function SecretSection({ app, webhook }: SetupProps) {
  const replaceWebhook = useReplaceWebhook(app.id);
  const shown = useShownSecret(app.id);
  const [isOwn, setIsOwn] = useState(false);
  const path = webhookPath(app.id, "/secret");
  const save = useMutation({
    mutationFn: (own: string | null) => put<NewSecret>(path, own === null ? undefined : { secret: own }),
    onSuccess: ({ secret, ...changed }) => {
      replaceWebhook(changed);
      setIsOwn(false);
      if (secret === undefined) {
        forgetSecret(app.id);
        toast({ text: "The signing secret is stored. Deliveries must be signed with it." });
      } else showSecret(app.id, secret);
    },
  });
  const remove = useMutation({
    mutationFn: () => del(path),
    onSuccess: () => {
      forgetSecret(app.id);
      replaceWebhook({ ...webhook, has_secret: false, notify_url: null });
      toast({ text: "The signing secret is removed. Deliveries need no signature any more." });
    },
  });
  const actions = useRef<HTMLDivElement>(null);
  const state = `${webhook.has_secret} ${shown !== null} ${isOwn}`;
  const before = useRef(state);
  // What had the focus may have gone with its step.
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    if (document.activeElement === document.body) actions.current?.querySelector("button")?.focus();
  }, [state]);
  const make = () => save.mutate(null, { onError: toastError });
  const { has_secret: hasSecret, notify_url: notifyUrl } = webhook;

  return (
    <Section
      title="Signing secret"
      hint={
        hasSecret
          ? "Set. Every delivery must be signed with it, and Retest signs its messages to the notify URL with it."
          : "Not set: anybody who has the URL can raise issues. Set one if the tool can sign its deliveries, or to announce fixes."
      }
    >
      {shown !== null && (
        <FreshSecret label="The new signing secret" secret={shown} onStored={() => forgetSecret(app.id)}>
          Deliveries must be signed with it from now on.
        </FreshSecret>
      )}
      {isOwn ? (
        <OwnSecret
          error={save.error}
          pending={save.isPending}
          onSave={(own) => save.mutate(own)}
          onCancel={() => {
            save.reset();
            setIsOwn(false);
          }}
        />
      ) : (
        <div ref={actions} className={setup.actions}>
          {hasSecret ? (
            <>
              <ConfirmButton
                label="Replace it"
                words="Deliveries signed with the current secret are refused at once. Enter the new one in the tool. The current one can't be restored."
                confirm="Generate a new secret"
                at="start"
                button={{ size: "sm" }}
                onConfirm={make}
              />
              <Button variant="default" onClick={() => setIsOwn(true)}>
                Use my own
              </Button>
              <ConfirmButton
                label="Remove it"
                words={`Deliveries need no signature any more. ${notifyUrl === null ? "" : "The notify URL is removed with it, and fixes are no longer announced. "}The secret can't be restored.`}
                confirm="Remove the secret"
                at="start"
                button={{ size: "sm" }}
                onConfirm={() => remove.mutate(undefined, { onError: toastError })}
              />
            </>
          ) : (
            <>
              <SteadyButton variant="default" busy={save.isPending} onClick={make}>
                Generate a secret
              </SteadyButton>
              <Button variant="default" onClick={() => setIsOwn(true)}>
                Use my own
              </Button>
            </>
          )}
        </div>
      )}
    </Section>
  );
}

interface OwnProps {
  error: Error | null;
  pending: boolean;
  onSave(own: string): void;
  onCancel(): void;
}

function OwnSecret({ error, pending, onSave, onCancel }: OwnProps) {
  const [own, setOwn] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(own === "");
    if (own !== "") onSave(own);
  };
  return (
    <form className={setup.inline} onSubmit={submit}>
      <PasswordInput
        label="Your own secret"
        description={`The secret that the tool signs with, up to ${MAX_SECRET_BYTES} bytes. Deliveries signed with another secret are refused from then on.`}
        autoComplete="off"
        autoFocus
        value={own}
        error={isMissing ? "Type the secret that the tool signs with." : error?.message}
        onChange={(event) => setOwn(event.currentTarget.value)}
      />
      <div className={setup.actions}>
        <SteadyButton type="submit" busy={pending}>
          Save secret
        </SteadyButton>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
