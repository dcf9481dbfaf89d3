// Setting up an authenticator app: it reads the secret, and shows a first code to prove it.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { MAX_NAME } from "../../../../../src/wire/limits.ts";
import { post } from "../../../api/client.ts";
import { refusalOf } from "../../../api/field-refusals.ts";
import type { AddedFactor, TotpSetup } from "../../../api/types.ts";
import { CopyButton } from "../../../components/buttons/copy-button.tsx";
import { QrCode } from "../../../components/display/qr-code.tsx";
import { CodeInput } from "../../../components/form/code-input.tsx";
import { DialogForm } from "../../../components/form/dialog-form.tsx";
import { LimitedInput } from "../../../components/form/limited-input.tsx";
import classes from "./factors.module.css";

interface Props {
  setup: TotpSetup;
  onAdded(added: AddedFactor): void;
  onClose(): void;
}

export function AddAppDialog({ setup: { secret, uri, setup }, onAdded, onClose }: Props) {
  const [code, setCode] = useState("");
  const [name, setName] = useState("Authenticator app");
  const add = useMutation({
    mutationFn: () => post<AddedFactor>("/me/second-factors", { kind: "totp", name, setup, code }),
    onSuccess: onAdded,
  });
  const { at, rest } = refusalOf(add.error, ["code", "name"]);
  return (
    <DialogForm
      title="Set up an authenticator app"
      refused={rest}
      send="Add the app"
      isSending={add.isPending}
      canSend={code !== "" && name.trim() !== ""}
      onSend={() => add.mutate()}
      onClose={onClose}
    >
      <p className={classes.words}>Scan this with your authenticator app, or type the secret into it.</p>
      <QrCode text={uri} label="QR code with the secret" />
      <div className={classes.secret}>
        <code>{secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}</code>
        <CopyButton text={secret} size="xs" aria-label="Copy the secret" />
      </div>
      <CodeInput label="Code that the app shows" value={code} error={at.code} onChange={setCode} />
      <LimitedInput
        label="Name"
        description="To tell it from others that you add."
        limit={MAX_NAME}
        required
        value={name}
        error={at.name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
