// Signing in. What was typed stays when it is refused.
import { Alert, Button, PasswordInput, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { post } from "../../api/client.ts";
import { ME } from "../../api/session.tsx";
import type { Me } from "../../api/types.ts";
import { Doorstep } from "../../shell/doorstep.tsx";

export function SignInPage() {
  const client = useQueryClient();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const signIn = useMutation({
    mutationFn: () => post<Me>("/session", { email, password }),
    onSuccess: (me) => client.setQueryData(ME, me),
  });
  useEffect(() => {
    document.title = "Sign in · Retest";
  }, []);
  return (
    <Doorstep title="Sign in">
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
          label="E-mail address"
          type="email"
          autoComplete="username"
          required
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" fullWidth loading={signIn.isPending}>
          Sign in
        </Button>
      </form>
      <p>No account? Somebody who manages this workspace can send you a link to join.</p>
    </Doorstep>
  );
}
