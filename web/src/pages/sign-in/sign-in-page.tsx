// Signing in. What was typed stays when it is refused.
import { Alert, Button, PasswordInput, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { post } from "../../api/client.ts";
import { useSendsMail } from "../../api/mail.ts";
import { lastWorkspace, useOwnWorkspaces } from "../../api/own-workspaces.ts";
import { noteSignedIn } from "../../api/session.tsx";
import { useSignInWays } from "../../api/sign-in-ways.ts";
import type { Me, SignInNeed, SignInNeeds, WorkspaceChoice } from "../../api/types.ts";
import { useUnsavedOfOthers } from "../../api/unsaved-store.ts";
import { Waiting } from "../../components/display/loading-and-failure.tsx";
import { RefusalAlert } from "../../components/form/refusal-alert.tsx";
import { useSignInRefusal } from "../../interaction/sign-in-refusal.ts";
import { SignedOutFrame } from "../../shell/signed-out-frame.tsx";
import { ChooseWorkspace } from "./choose-workspace.tsx";
import { IssuerWay } from "./issuer-way.tsx";
import { ProxyWay } from "./proxy-way.tsx";
import { SecondStep } from "./second-step.tsx";
import classes from "./sign-in-page.module.css";

/** Keeps Escape, pressed here, from also closing a dialog that may be open behind this page. */
const own = { "data-mantine-stop-propagation": "true" };

/** `again` is the e-mail address of somebody whose session has ended. `isBeside`: they stay signed in where they are. */
export function SignInPage({ again, isBeside = false }: { again?: string; isBeside?: boolean }) {
  const client = useQueryClient();
  const [email, setEmail] = useState(again ?? "");
  const [password, setPassword] = useState("");
  const [needs, setNeeds] = useState<SignInNeed[] | null>(null);
  const [choices, setChoices] = useState<WorkspaceChoice["workspaces"] | null>(null);
  const [wantsForm, setWantsForm] = useState(again !== undefined || isBeside);
  const [, go] = useLocation();
  const enter = (me: Me) => {
    noteSignedIn(client, me);
    if (isBeside) go("/", { replace: true });
  };
  const take = (answer: Me | SignInNeeds | WorkspaceChoice) => {
    if ("needs" in answer) setNeeds(answer.needs);
    else if ("workspaces" in answer) setChoices(answer.workspaces);
    else enter(answer);
  };
  const signIn = useMutation({
    // Who was in one workspace goes on there.
    mutationFn: () =>
      post<Me | SignInNeeds | WorkspaceChoice>("/session", {
        email,
        password,
        workspace: again === undefined ? undefined : lastWorkspace(client),
      }),
    onSuccess: take,
  });
  const opened = useOwnWorkspaces();
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
  const offered = choices ?? (wantsForm ? [] : (opened ?? []));
  if (offered.length > 0) {
    return (
      <SignedOutFrame title="Choose a workspace" isInFront={again !== undefined}>
        <ChooseWorkspace workspaces={offered} onDone={enter} onNeeds={setNeeds} />
        <Button
          className={classes.other}
          variant="default"
          fullWidth
          onClick={() => {
            setChoices(null);
            setWantsForm(true);
          }}
        >
          Sign in with another account
        </Button>
      </SignedOutFrame>
    );
  }
  if (opened === undefined && !wantsForm) return <Waiting />;
  return (
    <SignedOutFrame title="Sign in" isInFront={again !== undefined}>
      <div className={classes.ways}>
        <RefusalAlert text={refused} />
        {again !== undefined && (
          <p className={classes.ended} role="status">
            Your session has ended. Sign in to continue where you were: what you typed is still there.
          </p>
        )}
        {isBeside && (
          <p className={classes.ended} role="status">
            With the same e-mail address you stay signed in where you are, and can go back and forth.
          </p>
        )}
        {again === undefined && !isBeside && unsaved > 0 && (
          <p className={classes.ended} role="status">
            {unsaved === 1 ? "1 change is" : `${unsaved.toLocaleString("en")} changes are`} waiting in this browser, to
            be saved when the person who made {unsaved === 1 ? "it" : "them"} signs in here again.
          </p>
        )}
        {ways === undefined && <Waiting />}
        {ways?.proxy && <ProxyWay email={ways.proxy.email} onAnswer={take} />}
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
      <HowElse hasPassword={ways?.password !== false} sendsMail={sendsMail} isOpen={ways?.sign_up === true} />
    </SignedOutFrame>
  );
}

/** `isOpen`: anybody makes a workspace of their own. */
function HowElse({ hasPassword, sendsMail, isOpen }: { hasPassword: boolean; sendsMail: boolean; isOpen: boolean }) {
  if (isOpen) {
    return (
      <p>
        <Link href="/forgot">Forgot your password?</Link> No account? <Link href="/sign-up">Make a workspace</Link>, or
        ask an admin of one for an invitation.
      </p>
    );
  }
  if (!hasPassword) return <p>No account? Ask an admin of this workspace for an invitation.</p>;
  if (!sendsMail) return <p>No account, or forgot your password? Ask an admin of this workspace for a link.</p>;
  return (
    <p>
      <Link href="/forgot">Forgot your password?</Link> For an account, ask an admin of this workspace.
    </p>
  );
}
