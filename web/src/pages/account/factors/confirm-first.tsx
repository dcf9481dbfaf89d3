// Asks for the password or a code before something that needs it, and then does that.
import { Button, PasswordInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { post } from "../../../api/client.ts";
import { refusalOf } from "../../../api/field-refusals.ts";
import { hasPasskeys, signByPasskey } from "../../../api/passkeys.ts";
import { FACTORS, needsConfirmation, useFactors } from "../../../api/second-factors.ts";
import { useMe } from "../../../api/session.tsx";
import { CodeInput } from "../../../components/form/code-input.tsx";
import { DialogForm } from "../../../components/form/dialog-form.tsx";
import { toastError } from "../../../interaction/toasts.tsx";
import classes from "./factors.module.css";

interface Waiting {
  goOn(): void;
  giveUp(): void;
}

/** `call` does what it is given, after asking if the server wants that; undefined if whoever was asked gave up. */
export function useConfirmFirst(): { call<T>(run: () => Promise<T>): Promise<T | undefined>; dialog: ReactNode } {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const call = async <T,>(run: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await run();
    } catch (error) {
      if (!needsConfirmation(error)) throw error;
    }
    const isConfirmed = await new Promise<boolean>((resolve) => {
      setWaiting({ goOn: () => resolve(true), giveUp: () => resolve(false) });
    });
    setWaiting(null);
    return isConfirmed ? run() : undefined;
  };
  return { call, dialog: waiting !== null && <ConfirmDialog onDone={waiting.goOn} onClose={waiting.giveUp} /> };
}

function ConfirmDialog({ onDone, onClose }: { onDone(): void; onClose(): void }) {
  const me = useMe();
  const client = useQueryClient();
  const { data } = useFactors();
  const hasApp = data?.factors.some(({ kind }) => kind === "totp") === true;
  const hasPasskey = hasPasskeys() && data?.factors.some(({ kind }) => kind === "passkey") === true;
  const [isCode, setCode] = useState(false);
  const [text, setText] = useState("");
  const confirm = useMutation({
    mutationFn: async (byPasskey: boolean) => {
      const given = isCode ? { code: text } : { password: text };
      await post("/session/confirm", byPasskey ? { passkey: await signByPasskey("/session/confirm/passkey") } : given);
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: FACTORS });
      onDone();
    },
  });
  const { at, rest } = refusalOf(confirm.error, ["password", "code"]);
  const turn = () => {
    setCode(!isCode);
    setText("");
    confirm.reset();
  };
  return (
    <DialogForm
      title="Is it still you?"
      refused={rest}
      send="Continue"
      isSending={confirm.isPending}
      canSend={text !== ""}
      onSend={() => confirm.mutate(false)}
      onClose={onClose}
    >
      <input type="hidden" name="username" autoComplete="username" value={me.email} readOnly />
      {isCode ? (
        <CodeInput label="Code of your app" value={text} error={at.code} onChange={setText} />
      ) : (
        <PasswordInput
          label="Your password"
          description="Changing how you sign in asks for it again."
          autoComplete="current-password"
          required
          data-autofocus
          value={text}
          error={at.password}
          visibilityToggleButtonProps={{ "aria-label": "Show your password", tabIndex: 0 }}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <div className={classes.buttons}>
        {hasPasskey && (
          <Button variant="default" size="xs" onClick={() => confirm.mutate(true)}>
            Use a passkey instead
          </Button>
        )}
        {hasApp && (
          <Button variant="default" size="xs" onClick={turn}>
            {isCode ? "Use your password instead" : "Use a code instead"}
          </Button>
        )}
      </div>
    </DialogForm>
  );
}

/** For calls from a button. */
export function orToast(call: Promise<unknown>): void {
  call.catch(toastError);
}
