// What stands in front of a page once another tab has gone to another workspace, or somebody else has signed in there: the way back, and the way on.
import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { post } from "../../api/client.ts";
import { useOwnWorkspaces } from "../../api/own-workspaces.ts";
import { noteSignedIn } from "../../api/session.tsx";
import type { Me, SignInNeed, SignInNeeds } from "../../api/types.ts";
import { Waiting } from "../../components/display/loading-and-failure.tsx";
import { RefusalAlert } from "../../components/form/refusal-alert.tsx";
import { SignedOutFrame } from "../../shell/signed-out-frame.tsx";
import { SecondStep } from "./second-step.tsx";
import { SignInPage } from "./sign-in-page.tsx";
import classes from "./signed-in-elsewhere.module.css";

interface Props {
  /** The person for whom the page was read. */
  reader: Me;
  /** The person who is signed in now. */
  other: Me;
}

export function SignedInElsewhere({ reader, other }: Props) {
  const client = useQueryClient();
  const [, go] = useLocation();
  const workspaces = useOwnWorkspaces();
  const [needs, setNeeds] = useState<SignInNeed[] | null>(null);
  const [signsIn, setSignsIn] = useState(false);
  const isSameAddress = reader.email === other.email;
  const title = isSameAddress ? "You went to another workspace" : "Somebody else has signed in";
  useEffect(() => {
    document.title = `${title} · Retest`;
  }, [title]);
  const goBack = useMutation({
    // Nothing is left here: what waits to be saved waits until its writer is back.
    mutationFn: (id: string) => post<Me | SignInNeeds>("/session/workspace", { workspace: id }),
    onSuccess: (answer) => ("needs" in answer ? setNeeds(answer.needs) : noteSignedIn(client, answer)),
  });
  const goOn = () => {
    noteSignedIn(client, other);
    go("/", { replace: true });
  };
  if (signsIn) return <SignInPage again={reader.email} />;
  if (needs !== null) {
    return (
      <SignedOutFrame title="Second factor" isInFront>
        <SecondStep needs={needs} onDone={(me) => noteSignedIn(client, me)} onBack={() => setNeeds(null)} />
      </SignedOutFrame>
    );
  }
  const left = workspaces?.find(({ person }) => person === reader.id);
  const opened = workspaces?.find(({ person }) => person === other.id);
  return (
    <SignedOutFrame title={title} isInFront>
      {workspaces === undefined && <Waiting />}
      {workspaces !== undefined && (
        <>
          <RefusalAlert text={goBack.error?.message ?? null} />
          <p role="status">
            {isSameAddress ? (
              <WhereTo left={<Name>{left?.name}</Name>} opened={<Name>{opened?.name}</Name>} />
            ) : (
              <>
                In another tab, <Person {...other} /> signed in. This page was opened by <Person {...reader} />.
              </>
            )}{" "}
            What you were writing here is not sent. Go back to continue with it; it is lost if you go on.
          </p>
          <div className={classes.ways}>
            {left === undefined || goBack.isError ? (
              <Button fullWidth data-autofocus autoFocus onClick={() => setSignsIn(true)}>
                <span className={classes.label}>Sign in as {reader.email}</span>
              </Button>
            ) : (
              <Button
                fullWidth
                data-autofocus
                autoFocus
                loading={goBack.isPending}
                onClick={() => goBack.mutate(left.id)}
              >
                <span className={classes.label}>Go back to {left.name}</span>
              </Button>
            )}
            <Button fullWidth variant="default" disabled={goBack.isPending} onClick={goOn}>
              <span className={classes.label}>
                {isSameAddress ? `Go on in ${opened?.name ?? "the other workspace"}` : `Go on as ${other.name}`}
              </span>
            </Button>
          </div>
        </>
      )}
    </SignedOutFrame>
  );
}

function WhereTo({ left, opened }: { left: ReactNode; opened: ReactNode }) {
  return (
    <>
      In another tab you went to {opened}. This page belongs to {left}.
    </>
  );
}

/** The workspace's name; unknown for one that the browser can't open any more. */
function Name({ children }: { children: string | undefined }) {
  return children === undefined ? "another workspace" : <bdi className={classes.name}>{children}</bdi>;
}

function Person({ name, email }: Me) {
  return (
    <>
      <bdi className={classes.name}>{name}</bdi> (<bdi>{email}</bdi>)
    </>
  );
}
