// Asking for a new password by mail. What is said afterwards is the same whoever was asked for.
import { Alert, Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { RESET_LINK_MINUTES } from "../../../../src/wire/limits.ts";
import { post } from "../../api/client.ts";
import { SignedOutFrame } from "../../shell/signed-out-frame.tsx";

export function ForgotPage() {
  const [email, setEmail] = useState("");
  const ask = useMutation({ mutationFn: () => post<null>("/reset-links", { email }) });
  useEffect(() => {
    document.title = "Forgot your password · Retest";
  }, []);
  const back = (
    <p>
      <Link href="/">Back to sign in</Link>
    </p>
  );
  if (ask.isSuccess) {
    return (
      <SignedOutFrame title="Look into your mailbox">
        <p role="status">
          If there is an account of <bdi>{email.trim()}</bdi>, a mail is on its way there with a link that works for{" "}
          {RESET_LINK_MINUTES} minutes. If nothing comes within a few minutes, look into the spam folder, then ask again
          or ask an admin.
        </p>
        {back}
      </SignedOutFrame>
    );
  }
  return (
    <SignedOutFrame title="Forgot your password?">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          ask.mutate();
        }}
      >
        {ask.error !== null && (
          <Alert color="red" role="alert">
            {ask.error.message}
          </Alert>
        )}
        <TextInput
          label="E-mail address"
          description="We send you a link with which you set a new one."
          type="email"
          autoComplete="username"
          required
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" fullWidth loading={ask.isPending}>
          Send the link
        </Button>
      </form>
      {back}
    </SignedOutFrame>
  );
}
