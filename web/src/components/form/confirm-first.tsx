// Asks for the password or a code before something that needs it, and then does that.
import { Button, PasswordInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { post } from "../../api/client.ts";
import { refusalOf } from "../../api/field-refusals.ts";
import { FACTORS, needsConfirmation } from "../../api/second-factors.ts";
import { SESSIONS, useMe } from "../../api/session.tsx";
import { toastError } from "../../interaction/toasts.tsx";
import { CodeInput } from "./code-input.tsx";
import classes from "./confirm-first.module.css";
import { DialogForm } from "./dialog-form.tsx";
import { useWaysToConfirm, type Way } from "./ways-to-confirm.ts";

const NO_WAY = "Sign out and in again; then you can do it.";

interface Waiting {
  goOn(): void;
  giveUp(): void;
}

/** Makes calls, after the confirmation that the server may ask for; undefined if the person gave up. */
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
  const { hasPassword, hasApp, others } = useWaysToConfirm();
  const [wantsCode, setWantsCode] = useState(false);
  const [text, setText] = useState("");
  const isCode = hasApp && (wantsCode || !hasPassword);
  const isTyped = hasPassword || hasApp;
  const confirm = useMutation({
    mutationFn: async (way: Way | null) =>
      way === null ? post("/session/confirm", isCode ? { code: text } : { password: text }) : way.take(),
    onSuccess: (_, way) => {
      // The page goes away, and comes back.
      if (way?.leaves === true) return;
      void client.invalidateQueries({ queryKey: FACTORS });
      void client.invalidateQueries({ queryKey: SESSIONS });
      onDone();
    },
  });
  const { at, rest } = refusalOf(confirm.error, ["password", "code"]);
  const turn = () => {
    setWantsCode(!wantsCode);
    setText("");
    confirm.reset();
  };
  const [first = null, ...more] = isTyped ? [null, ...others] : others;
  return (
    <DialogForm
      title="Is it still you?"
      refused={rest}
      send={first?.label ?? "Continue"}
      isSending={confirm.isPending || (confirm.isSuccess && confirm.variables?.leaves === true)}
      canSend={isTyped ? text !== "" : first !== null}
      onSend={() => confirm.mutate(first)}
      onClose={onClose}
    >
      <input type="hidden" name="username" autoComplete="username" value={me.email} readOnly />
      {isCode && <CodeInput label="Code of your app" value={text} error={at.code} onChange={setText} />}
      {!isCode && hasPassword && (
        <PasswordInput
          label="Your password"
          description="You gave it a while ago. What you are about to do asks for it again."
          autoComplete="current-password"
          required
          data-autofocus
          value={text}
          error={at.password}
          visibilityToggleButtonProps={{ "aria-label": "Show your password", tabIndex: 0 }}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {!isTyped && <p className={classes.words}>{first?.words ?? NO_WAY}</p>}
      <div className={classes.buttons}>
        {more.map((way) => (
          <Button key={way!.label} variant="default" size="xs" onClick={() => confirm.mutate(way)}>
            {way!.label} instead
          </Button>
        ))}
        {hasApp && hasPassword && (
          <Button variant="default" size="xs" onClick={turn}>
            {isCode ? "Use your password instead" : "Use a code instead"}
          </Button>
        )}
      </div>
    </DialogForm>
  );
}

/** Shows a failed call as a toast; for calls from a button. */
export function orToast(call: Promise<unknown>): void {
  call.catch(toastError);
}
