// The ways to add a second factor, and the recovery codes that come with the first one.
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { post } from "../../../api/client.ts";
import { hasPasskeys, makePasskey } from "../../../api/passkeys.ts";
import { FACTORS } from "../../../api/second-factors.ts";
import type { AddedFactor, TotpSetup } from "../../../api/types.ts";
import { orToast, useConfirmFirst } from "../../../components/form/confirm-first.tsx";
import { toast } from "../../../interaction/toasts.tsx";
import { AddAppDialog } from "./add-app-dialog.tsx";
import classes from "./factors.module.css";
import { RecoveryCodes } from "./recovery-codes.tsx";

/** `onDone` is called once the recovery codes are kept, if there are any. */
export function AddFactor({ onDone }: { onDone?(): void }) {
  const client = useQueryClient();
  const { call, dialog } = useConfirmFirst();
  const [setup, setSetup] = useState<TotpSetup | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const added = ({ factor, recovery_codes }: AddedFactor) => {
    setSetup(null);
    toast({ text: `${factor.name} is added. You are asked for it when you sign in.` });
    void client.invalidateQueries({ queryKey: FACTORS });
    if (recovery_codes === null) onDone?.();
    else setCodes(recovery_codes);
  };
  const beginApp = async () => setSetup((await call(() => post<TotpSetup>("/me/second-factors/totp"))) ?? null);
  const addPasskey = async () => {
    const passkey = await call(makePasskey);
    if (passkey === undefined) return;
    const name = "Passkey";
    const made = await call(() => post<AddedFactor>("/me/second-factors", { kind: "passkey", name, passkey }));
    if (made !== undefined) added(made);
  };
  return (
    <div className={classes.buttons}>
      {hasPasskeys() && (
        <Button variant="default" onClick={() => orToast(addPasskey())}>
          Add a passkey
        </Button>
      )}
      <Button variant="default" onClick={() => orToast(beginApp())}>
        Add an authenticator app
      </Button>
      {dialog}
      {setup !== null && <AddAppDialog setup={setup} onAdded={added} onClose={() => setSetup(null)} />}
      {codes !== null && (
        <RecoveryCodes
          codes={codes}
          onClose={() => {
            setCodes(null);
            onDone?.();
          }}
        />
      )}
    </div>
  );
}
