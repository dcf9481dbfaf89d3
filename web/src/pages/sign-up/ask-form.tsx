// The address that a link to make a workspace is mailed to. What is said afterwards is the same whatever the address.
import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { EMAIL_LINK_HOURS } from "../../../../src/wire/limits.ts";
import { post } from "../../api/client.ts";
import { refusalOf } from "../../api/field-refusals.ts";
import { RefusalAlert } from "../../components/form/refusal-alert.tsx";
import { SignedOutFrame } from "../../shell/signed-out-frame.tsx";

export function AskForm() {
  const [email, setEmail] = useState("");
  const ask = useMutation({ mutationFn: () => post<null>("/sign-up", { email }) });
  const refusal = refusalOf(ask.error, ["email"]);
  if (ask.isSuccess) {
    return (
      <SignedOutFrame title="Look into your mailbox">
        <p role="status">
          A mail is on its way to <bdi>{email.trim()}</bdi> with a link that works for {EMAIL_LINK_HOURS} hours. If
          nothing comes within a few minutes, look into the spam folder, then ask again.
        </p>
        <p>
          <Link href="/">Back to sign in</Link>
        </p>
      </SignedOutFrame>
    );
  }
  return (
    <SignedOutFrame title="Make a workspace">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          ask.mutate();
        }}
      >
        <RefusalAlert text={refusal.rest} />
        <TextInput
          label="E-mail address"
          description="We send you a link with which you go on."
          type="email"
          autoComplete="username"
          required
          autoFocus
          value={email}
          error={refusal.at.email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" fullWidth loading={ask.isPending}>
          Send the link
        </Button>
      </form>
      <p>
        Have an account? <Link href="/">Sign in</Link>
      </p>
    </SignedOutFrame>
  );
}
