// The new password of whom a link is for.

import { Button, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { post } from "../../api/client.ts";
import { refusalOf } from "../../api/field-refusals.ts";
import { ME } from "../../api/session.tsx";
import type { ResetLink } from "../../api/types.ts";
import { exactText, sinceText } from "../../components/display/times.tsx";
import { isLongEnough, NewPassword, TOO_SHORT } from "../../components/form/new-password.tsx";
import { RefusalAlert } from "../../components/form/refusal-alert.tsx";
import { SignedOutFrame } from "../../shell/signed-out-frame.tsx";

export function ResetForm({ link, token, onDone }: { link: ResetLink; token: string; onDone(): void }) {
  const client = useQueryClient();
  const [password, setPassword] = useState("");
  const [tried, setTried] = useState(false);
  const reset = useMutation({
    mutationFn: () => post("/reset-links/use", { token, password }),
    onSuccess: () => {
      onDone();
      // If it was this browser's own session, that has ended, too.
      void client.invalidateQueries({ queryKey: ME });
    },
  });
  const refusal = refusalOf(reset.error, ["password"]);
  const tooShort = tried && !isLongEnough(password) ? TOO_SHORT : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isLongEnough(password)) reset.mutate();
  };
  return (
    <SignedOutFrame title="Set a new password">
      <form onSubmit={submit}>
        <RefusalAlert text={refusal.rest} />
        <TextInput label="E-mail address" type="email" autoComplete="username" readOnly value={link.email} />
        <NewPassword
          label="New password"
          value={password}
          owner={{ name: link.name, email: link.email }}
          error={refusal.at.password ?? tooShort}
          onChange={setPassword}
        />
        <Button type="submit" fullWidth loading={reset.isPending}>
          Set password
        </Button>
      </form>
      <p>
        It signs you out everywhere. The link works once, and expires{" "}
        <span title={exactText(link.expires_at)}>{sinceText(link.expires_at)}</span>.
      </p>
    </SignedOutFrame>
  );
}
