// Stands in place of every page for whoever has to set up a second factor first.
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSignOut } from "../../../api/session.tsx";
import { orToast } from "../../../components/form/confirm-first.tsx";
import { Toasts } from "../../../interaction/toasts.tsx";
import { SignedOutFrame } from "../../../shell/signed-out-frame.tsx";
import { AddFactor } from "./add-factor.tsx";
import classes from "./factors.module.css";

export function SetUpPage() {
  const client = useQueryClient();
  const signOut = useSignOut();
  useEffect(() => {
    document.title = "Set up a second factor · Retest";
  }, []);
  return (
    <SignedOutFrame title="Set up a second factor">
      <div className={classes.small}>
        <p>
          This workspace demands a second factor beside the password. Set one up to continue; it takes a minute, and a
          phone with an authenticator app.
        </p>
        <AddFactor onDone={() => void client.invalidateQueries()} />
        <div>
          <Button variant="default" size="xs" onClick={() => orToast(signOut())}>
            Sign out
          </Button>
        </div>
      </div>
      <Toasts />
    </SignedOutFrame>
  );
}
