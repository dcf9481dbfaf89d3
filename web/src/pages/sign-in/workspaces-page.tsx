// Going from one workspace to another: the one that the address names behind its # at once, or one of the list.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { useOwnWorkspaces } from "../../api/own-workspaces.ts";
import { noteSignedIn } from "../../api/session.tsx";
import type { Me, SignInNeed } from "../../api/types.ts";
import { Waiting } from "../../components/display/loading-and-failure.tsx";
import { SignedOutFrame } from "../../shell/signed-out-frame.tsx";
import { ChooseWorkspace } from "./choose-workspace.tsx";
import { SecondStep } from "./second-step.tsx";

export function WorkspacesPage() {
  const client = useQueryClient();
  const [, go] = useLocation();
  const workspaces = useOwnWorkspaces();
  const [needs, setNeeds] = useState<SignInNeed[] | null>(null);
  const [chosen] = useState(() => location.hash.slice(1));
  useEffect(() => {
    document.title = "Workspaces · Retest";
  }, []);
  const enter = (me: Me) => {
    noteSignedIn(client, me);
    go("/", { replace: true });
  };
  if (needs !== null) {
    return (
      <SignedOutFrame title="Second factor">
        <SecondStep needs={needs} onDone={enter} onBack={() => go("/sign-in?to=another")} />
      </SignedOutFrame>
    );
  }
  return (
    <SignedOutFrame title="Choose a workspace">
      {workspaces === undefined && <Waiting />}
      {workspaces?.length === 0 && <p>You are not signed in to any workspace.</p>}
      {workspaces !== undefined && workspaces.length > 0 && (
        <ChooseWorkspace
          workspaces={workspaces}
          {...(chosen === "" ? {} : { chosen })}
          onDone={enter}
          onNeeds={setNeeds}
        />
      )}
      <p>
        <Link href="/sign-in?to=another">Sign in to another workspace</Link>
      </p>
    </SignedOutFrame>
  );
}
