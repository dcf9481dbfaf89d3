// Where to say that an issue was fixed. Its rules are the server's; what it refuses stands under the field.
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { SteadyButton } from "../../../components/buttons/steady-button.tsx";
import classes from "../../../components/layout/section.module.css";
import { Section } from "../../../components/layout/section.tsx";
import { toast, toastError } from "../../../interaction/toasts.tsx";
import { useChangeWebhook } from "../data/webhook-data.ts";
import type { SetupProps } from "./setup-props.ts";

export function NotifySection({ app, webhook }: SetupProps) {
  const { has_secret: hasSecret, notify_url: saved } = webhook;
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const change = useChangeWebhook(app.id);
  const field = useRef<HTMLInputElement>(null);
  const text = typed ?? saved ?? "";
  const isSame = text.trim() === (saved ?? "");

  const save = (event: FormEvent) => {
    event.preventDefault();
    const url = text.trim();
    if (isSame) return;
    if (url === "") return remove();
    change.mutate(
      { notify_url: url },
      {
        onError: ({ message }) => {
          setTyped(text);
          setWrong(message.replace(/^notify_url: /, ""));
        },
        onSuccess: () => {
          setTyped(null);
          setWrong(null);
          toast({ text: "The notify URL is saved. Send a test to see whether it arrives." });
        },
      },
    );
  };
  const remove = () => {
    const undo = () => change.mutate({ notify_url: saved }, { onError: toastError });
    change.mutate(
      { notify_url: null },
      {
        onError: toastError,
        onSuccess: () => {
          setTyped(null);
          setWrong(null);
          field.current?.focus();
          toast({ text: "Fixes are no longer announced.", undo });
        },
      },
    );
  };
  return (
    <Section
      title="Notify URL"
      hint="When an issue from this webhook is fixed, and again when the fix is verified, Retest sends one signed message to this URL."
    >
      {hasSecret ? (
        <form className={classes.inline} onSubmit={save} noValidate>
          <TextInput
            ref={field}
            label="Notify URL"
            description="Public https, without a user name or a fragment."
            type="url"
            placeholder="https://tool.example.com/fixed"
            autoComplete="off"
            spellCheck={false}
            value={text}
            error={wrong}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setWrong(null);
            }}
          />
          <div className={classes.actions}>
            <SteadyButton type="submit" off={isSame} busy={change.isPending}>
              Save URL
            </SteadyButton>
            {saved !== null && (
              <Button variant="default" onClick={remove}>
                Remove it
              </Button>
            )}
            {saved !== null && (
              <Button component="a" href="#notifications" variant="default">
                Send a test
              </Button>
            )}
          </div>
        </form>
      ) : (
        <p className={classes.needs}>Set a signing secret first: messages are signed with it.</p>
      )}
    </Section>
  );
}
