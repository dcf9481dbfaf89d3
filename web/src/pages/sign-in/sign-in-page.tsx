// Signing in. What was typed stays when it is refused.
import { Alert, Button, PasswordInput, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { post } from "../../api/client.ts";
import { useSendsMail } from "../../api/mail.ts";
import { noteSignedIn } from "../../api/session.tsx";
import { useSignInWays } from "../../api/sign-in-ways.ts";
import type { Me, SignInNeed, SignInNeeds } from "../../api/types.ts";
import { useUnsavedOfOthers } from "../../api/unsaved-store.ts";
import { Waiting } from "../../components/display/loading-and-failure.tsx";
import { RefusalAlert } from "../../components/form/refusal-alert.tsx";
import { useSignInRefusal } from "../../interaction/sign-in-refusal.ts";
import { SignedOutFrame } from "../../shell/signed-out-frame.tsx";
import { IssuerWay } from "./issuer-way.tsx";
import { ProxyWay } from "./proxy-way.tsx";
import { SecondStep } from "./second-step.tsx";
import classes from "./sign-in-page.module.css";

/** Keeps Escape, pressed here, from also closing a dialog that may be open behind this page. */
const own = { "data-mantine-stop-propagation": "true" };

/** `again` is the e-mail address of somebody whose session has ended. */
export function SignInPage({ again }: { again?: string }) {
  const client = useQueryClient();
  const [email, setEmail] = useState(again ?? "");
  const [password, setPassword] = useState("");
  const [needs, setNeeds] = useState<SignInNeed[] | null>(null);
  const enter = (me: Me) => noteSignedIn(client, me);
  const signIn = useMutation({
    mutationFn: () => post<Me | SignInNeeds>("/session", { email, password }),
    onSuccess: (answer) => ("needs" in answer ? setNeeds(answer.needs) : enter(answer)),
  });
  const sendsMail = useSendsMail();
  const unsaved = useUnsavedOfOthers().length;
  const refused = useSignInRefusal();
  const ways = useSignInWays();
  useEffect(() => {
    document.title = "Sign in · Retest";
  }, []);
  if (needs !== null) {
    return (
      <SignedOutFrame title="Second factor" isInFront={again !== undefined}>
        <SecondStep needs={needs} onDone={enter} onBack={() => setNeeds(null)} />
      </SignedOutFrame>
    );
  }
  return (
    <SignedOutFrame title="Sign in" isInFront={again !== undefined}>
      <div className={classes.ways}>
        <RefusalAlert text={refused} />
        {again !== undefined && (
          <p className={classes.ended} role="status">
            Your session has ended. Sign in to continue where you were: what you typed is still there.
          </p>
        )}
        {again === undefined && unsaved > 0 && (
          <p className={classes.ended} role="status">
            {unsaved === 1 ? "1 change is" : `${unsaved.toLocaleString("en")} changes are`} waiting in this browser, to
            be saved when the person who made {unsaved === 1 ? "it" : "them"} signs in here again.
          </p>
        )}
        {ways === undefined && <Waiting />}
        {ways?.proxy && <ProxyWay email={ways.proxy.email} />}
        {ways?.oidc && <IssuerWay name={ways.oidc.name} isInFront={again !== undefined} isOnly={!ways.password} />}
      </div>
      {ways?.password && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            signIn.mutate();
          }}
        >
          {signIn.error !== null && (
            <Alert color="red" role="alert">
              {signIn.error.message}
            </Alert>
          )}
          <TextInput
            {...own}
            label="E-mail address"
            type="email"
            autoComplete="username"
            required
            autoFocus={again === undefined}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <PasswordInput
            {...own}
            label="Password"
            autoComplete="current-password"
            required
            autoFocus={again !== undefined}
            data-autofocus
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button type="submit" fullWidth loading={signIn.isPending}>
            Sign in
          </Button>
        </form>
      )}
      <HowElse hasPassword={ways?.password !== false} sendsMail={sendsMail} />
    </SignedOutFrame>
  );
}

function HowElse({ hasPassword, sendsMail }: { hasPassword: boolean; sendsMail: boolean }) {
  if (!hasPassword) return <p>No account? Ask an admin of this workspace for an invitation.</p>;
  if (!sendsMail) return <p>No account, or forgot your password? Ask an admin of this workspace for a link.</p>;
  return (
    <p>
      <Link href="/forgot">Forgot your password?</Link> For an account, ask an admin of this workspace.
    </p>
  );
}
