// A credential: held or not, never shown. What is typed replaces it when the form is saved.
import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { FormField } from "../../../../src/wire/connections/tool-forms.ts";
import { ConfirmButton } from "../../components/buttons/confirm-button.tsx";
import { Icon } from "../../components/display/icons.tsx";
import base from "../../components/layout/section.module.css";
import { forgetSecret, showSecret } from "../../components/secret/shown-secret.ts";
import { toast, toastError } from "../../interaction/toasts.tsx";
import { useChangeConnection, useRotateSecret } from "./connection-data.ts";
import type { ConnectionProps } from "./connection-props.ts";
import { toolInWords } from "./connection-text.ts";
import classes from "./connections.module.css";
import { makeSecret } from "./make-secret.ts";

interface Props extends ConnectionProps {
  field: FormField;
  /** The purpose of a required credential. */
  purpose: string;
  typed: string;
  error: string | undefined;
  onType(text: string): void;
}

export function CredentialField(props: Props) {
  const { connection, field, typed, error, onType } = props;
  const [isReplacing, setReplacing] = useState(false);
  const isHeld = connection.credentials.includes(field.name);
  const isTyping = !isHeld || isReplacing || typed !== "";
  const box = useRef<HTMLDivElement>(null);
  const before = useRef({ isTyping, isHeld });
  // What had the focus may have gone: with the field once it is saved, with the buttons once it is to be typed.
  useEffect(() => {
    if (before.current.isTyping === isTyping && before.current.isHeld === isHeld) return;
    before.current = { isTyping, isHeld };
    const active = document.activeElement;
    if (active === document.body || isReplacing) box.current?.querySelector<HTMLElement>("input, button")?.focus();
  }, [isTyping, isHeld, isReplacing]);
  // What was typed is stored: back to what is held.
  useEffect(() => {
    if (isHeld && typed === "") setReplacing(false);
  }, [isHeld, typed]);
  if (!isTyping) return <Held {...props} box={box} onReplace={() => setReplacing(true)} />;
  const Input = field.plain === true ? TextInput : PasswordInput;
  return (
    <div ref={box} className={classes.typed}>
      <Input
        label={field.label}
        description={field.hint}
        placeholder={field.placeholder}
        withAsterisk={field.needed === true}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        error={error}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      {isHeld && (
        <Button
          variant="default"
          onClick={() => {
            onType("");
            setReplacing(false);
          }}
        >
          Keep the stored one
        </Button>
      )}
    </div>
  );
}

type HeldProps = Props & { box: React.RefObject<HTMLDivElement | null>; onReplace(): void };

function Held({ app, connection, field, purpose, box, onReplace }: HeldProps) {
  const change = useChangeConnection(app.id, connection.id);
  const { id, tool } = connection;
  const word = toolInWords(tool);
  // What is held may be gone by the time that there is something to say.
  const send = (credential: string | null, done: () => void) =>
    void change.mutateAsync({ credentials: { [field.name]: credential } }).then(done, toastError);
  const rotate = useRotateSecret(app.id, id);
  const make = () => {
    if (field.overlaps === true) return void rotate();
    const secret = makeSecret();
    send(secret, () => showSecret(id, secret));
  };
  const remove = () =>
    send(null, () => {
      if (field.ours === true) forgetSecret(id);
      toast({ text: `${field.label} is removed.` });
    });
  return (
    <div ref={box} className={classes.held}>
      <div>
        <div className={classes.label}>
          {field.label}
          <span className={classes.state} data-state="active">
            <Icon name="check" size={14} /> Stored
          </span>
        </div>
        <p className={base.hint}>{field.hint}</p>
      </div>
      <div className={base.actions}>
        <Button variant="default" size="xs" aria-label={`Replace: ${field.label}`} onClick={onReplace}>
          Replace
        </Button>
        {field.ours === true && (
          <ConfirmButton
            label="Generate a new one"
            words={
              field.overlaps === true
                ? "For a day, every request is signed with both. Give the new one to your program meanwhile."
                : `Requests signed with the current secret are refused at once. Enter the new one in ${word}. The current one can't be restored.`
            }
            confirm="Generate a new secret"
            onConfirm={make}
          />
        )}
        <ConfirmButton
          label="Remove"
          about={field.label}
          words={
            field.needed === true
              ? `It is required ${purpose}. It can't be restored, only entered again.`
              : "Without it, anybody who has the URL can send requests. It can't be restored, only entered again."
          }
          confirm="Remove it"
          onConfirm={remove}
        />
      </div>
    </div>
  );
}
