// What one signs in with beside the password: added, renamed and removed here.
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { MAX_NAME } from "../../../../../src/wire/limits.ts";
import { del, patch, post } from "../../../api/client.ts";
import { FACTORS, useFactors } from "../../../api/second-factors.ts";
import { ASSISTANTS, SESSIONS } from "../../../api/session.tsx";
import type { Factor } from "../../../api/types.ts";
import { ConfirmButton } from "../../../components/buttons/confirm-button.tsx";
import { Failure, Waiting } from "../../../components/display/loading-and-failure.tsx";
import { Ago } from "../../../components/display/times.tsx";
import { orToast, useConfirmFirst } from "../../../components/form/confirm-first.tsx";
import { EditInPlace } from "../../../components/form/edit-in-place.tsx";
import { Panel } from "../../../components/layout/panel.tsx";
import rows from "../../../components/layout/rows.module.css";
import { toast } from "../../../interaction/toasts.tsx";
import { AddFactor } from "./add-factor.tsx";
import classes from "./factors.module.css";
import { RecoveryCodes } from "./recovery-codes.tsx";

const KIND: Record<Factor["kind"], string> = { passkey: "Passkey", totp: "Authenticator app" };

export function FactorsPanel() {
  const { data, error, refetch } = useFactors();
  return (
    <Panel title="Second factors" about="With one of these, your password alone signs nobody in.">
      {data === undefined && (error === null ? <Waiting /> : <Failure error={error} retry={() => void refetch()} />)}
      {data !== undefined && (
        <div className={classes.small}>
          {data.factors.length === 0 ? (
            <p className={rows.nothing}>You have none: your password is all that is asked for.</p>
          ) : (
            <ul className={rows.rows} data-list="" tabIndex={-1} aria-label="Second factors">
              {data.factors.map((factor) => (
                <FactorRow key={factor.id} factor={factor} isLast={data.factors.length === 1} />
              ))}
            </ul>
          )}
          <AddFactor />
          {data.factors.length > 0 && <RecoveryPart left={data.recovery_codes_left} />}
        </div>
      )}
    </Panel>
  );
}

function FactorRow({
  factor: { id, kind, name, created_at, last_used_at },
  isLast,
}: {
  factor: Factor;
  isLast: boolean;
}) {
  const client = useQueryClient();
  const { call, dialog } = useConfirmFirst();
  const change = async (run: () => Promise<unknown>, text: string) => {
    const done = await call(() => run().then(() => true));
    await client.invalidateQueries({ queryKey: FACTORS });
    void client.invalidateQueries({ queryKey: SESSIONS });
    void client.invalidateQueries({ queryKey: ASSISTANTS });
    if (done === true) toast({ text });
  };
  const rename = (to: string) =>
    orToast(change(() => patch(`/me/second-factors/${id}`, { name: to }), "The name is changed."));
  const remove = () => orToast(change(() => del(`/me/second-factors/${id}`), `${name} is removed.`));
  return (
    <li className={rows.row}>
      <div className={rows.main}>
        <EditInPlace label={`Name of ${name}`} value={name} limit={MAX_NAME} onCommit={rename} />
        <div className={rows.meta}>
          <span>{KIND[kind]}</span>
          <span>
            Added <Ago at={created_at} />
          </span>
          <span>
            {last_used_at === null ? (
              "Not used yet"
            ) : (
              <>
                Used <Ago at={last_used_at} />
              </>
            )}
          </span>
        </div>
      </div>
      <div className={rows.actions}>
        <ConfirmButton
          label="Remove"
          about={name}
          words={
            isLast
              ? "It is the only one: your password alone signs you in then, and your recovery codes work no more. You are signed out everywhere else, and your assistants end."
              : "You can't sign in with it any more, are signed out everywhere else, and your assistants end."
          }
          confirm="Remove"
          onConfirm={remove}
        />
      </div>
      {dialog}
    </li>
  );
}

function RecoveryPart({ left }: { left: number }) {
  const client = useQueryClient();
  const { call, dialog } = useConfirmFirst();
  const [codes, setCodes] = useState<string[] | null>(null);
  const make = async () => {
    const made = await call(() => post<{ recovery_codes: string[] }>("/me/recovery-codes"));
    if (made === undefined) return;
    setCodes(made.recovery_codes);
    await client.invalidateQueries({ queryKey: FACTORS });
  };
  return (
    <div className={classes.recovery}>
      <p className={rows.nothing}>
        {left === 0
          ? "You have no recovery codes left."
          : `${left} recovery ${left === 1 ? "code is" : "codes are"} left.`}{" "}
        They sign you in if you lose what is listed here.
      </p>
      <Button variant="default" size="xs" onClick={() => orToast(make())}>
        Make new recovery codes
      </Button>
      {dialog}
      {codes !== null && <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
    </div>
  );
}
