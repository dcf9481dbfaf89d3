// The ways to add a second factor, and the recovery codes that come with the first one.
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { post } from "../../../api/client.ts";
import { hasPasskeys, makePasskey } from "../../../api/passkeys.ts";
import { FACTORS } from "../../../api/second-factors.ts";
import type { AddedFactor, TotpSetup } from "../../../api/types.ts";
import { useConfirmFirst } from "../../../components/form/confirm-first.tsx";
import { dismissTopic, toast } from "../../../interaction/toasts.tsx";
import { AddAppDialog } from "./add-app-dialog.tsx";
import classes from "./factors.module.css";
import { RecoveryCodes } from "./recovery-codes.tsx";

/** The topic of its toasts, so that each replaces the last. */
const TOPIC = "second factor";

/** `onDone` is called once the recovery codes are kept, if there are any. */
export function AddFactor({ onDone }: { onDone?(): void }) {
  const client = useQueryClient();
  const { call, dialog } = useConfirmFirst();
  const [setup, setSetup] = useState<TotpSetup | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [name, setName] = useState("");
  const end = (one: string) => {
    toast({ topic: TOPIC, text: `${one} is added. You are asked for it when you sign in.` });
    onDone?.();
  };
  const added = ({ factor, recovery_codes }: AddedFactor) => {
    setSetup(null);
    setName(factor.name);
    void client.invalidateQueries({ queryKey: FACTORS });
    // Nothing is said over the codes: they are shown once.
    if (recovery_codes === null) end(factor.name);
    else setCodes(recovery_codes);
  };
  const begin = (work: () => Promise<void>) => {
    dismissTopic(TOPIC);
    work().catch((error: unknown) => toast({ topic: TOPIC, kind: "failed", text: (error as Error).message }));
  };
  const beginApp = async () => setSetup((await call(() => post<TotpSetup>("/me/second-factors/totp"))) ?? null);
  const addPasskey = async () => {
    const passkey = await call(makePasskey);
    if (passkey === undefined) return;
    const body = { kind: "passkey", name: "Passkey", passkey };
    const made = await call(() => post<AddedFactor>("/me/second-factors", body));
    if (made !== undefined) added(made);
  };
  return (
    <div className={classes.buttons}>
      {hasPasskeys() && (
        <Button variant="default" onClick={() => begin(addPasskey)}>
          Add a passkey
        </Button>
      )}
      <Button variant="default" onClick={() => begin(beginApp)}>
        Add an authenticator app
      </Button>
      {dialog}
      {setup !== null && <AddAppDialog setup={setup} onAdded={added} onClose={() => setSetup(null)} />}
      {codes !== null && (
        <RecoveryCodes
          codes={codes}
          onClose={() => {
            setCodes(null);
            end(name);
          }}
        />
      )}
    </div>
  );
}
