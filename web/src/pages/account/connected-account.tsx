// Who one is at the issuer that one signs in with, and how to connect it.
import { Button, PasswordInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { post } from "../../api/client.ts";
import { refusalOf } from "../../api/field-refusals.ts";
import { useOwnSignIn, useSignInWays } from "../../api/sign-in-ways.ts";
import type { SentToIssuer } from "../../api/types.ts";
import { exactText, sinceText } from "../../components/display/times.tsx";
import { RefusalAlert } from "../../components/form/refusal-alert.tsx";
import { Panel } from "../../components/layout/panel.tsx";
import { useSignInRefusal } from "../../interaction/sign-in-refusal.ts";
import classes from "./account-page.module.css";

export function ConnectedAccount() {
  const refused = useSignInRefusal();
  const own = useOwnSignIn();
  const issuer = useSignInWays()?.oidc ?? null;
  if (own === undefined || (issuer === null && own.identities.length === 0)) return null;
  const [identity] = own.identities;
  return (
    <Panel title="Connected account" about="You sign in with it without a password. An admin can disconnect it.">
      <RefusalAlert text={refused} />
      {identity === undefined ? (
        <Connect name={issuer!.name} />
      ) : (
        <dl className={classes.facts}>
          <dt>Signs in by</dt>
          <dd>{placeOf(identity.issuer)}</dd>
          <dt>Connected</dt>
          <dd title={exactText(identity.linked_at)}>{sinceText(identity.linked_at)}</dd>
        </dl>
      )}
    </Panel>
  );
}

function Connect({ name }: { name: string }) {
  const [password, setPassword] = useState("");
  const go = useMutation({
    mutationFn: () => post<SentToIssuer>("/me/identities", { current_password: password }),
    onSuccess: ({ location: there }) => location.assign(there),
  });
  const refusal = refusalOf(go.error, ["current_password"]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    go.mutate();
  };
  return (
    <form className={classes.password} onSubmit={submit}>
      <RefusalAlert text={refusal.rest} />
      <PasswordInput
        label="Your password"
        description={`Asked for because whoever signs in at ${name} as you gets into this account.`}
        autoComplete="current-password"
        required
        value={password}
        error={refusal.at.current_password}
        visibilityToggleButtonProps={{ "aria-label": "Show the password", tabIndex: 0 }}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={go.isPending || go.isSuccess} disabled={password === ""}>
        Connect with {name}
      </Button>
    </form>
  );
}

function placeOf(issuer: string): string {
  return URL.canParse(issuer) ? new URL(issuer).host : "The proxy in front of this server";
}
