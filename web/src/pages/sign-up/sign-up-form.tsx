// What a new workspace is called, and the name and password of its first admin.
import { Button, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useLocation } from "wouter";
import { MAX_NAME } from "../../../../src/wire/limits.ts";
import { post } from "../../api/client.ts";
import { refusalOf } from "../../api/field-refusals.ts";
import { noteSignedIn } from "../../api/session.tsx";
import type { Me, SignUp } from "../../api/types.ts";
import { LimitedInput } from "../../components/form/limited-input.tsx";
import { isLongEnough, NewPassword, TOO_SHORT } from "../../components/form/new-password.tsx";
import { RefusalAlert } from "../../components/form/refusal-alert.tsx";
import { tooLongText } from "../../components/form/text-limits.ts";
import { SignedOutFrame } from "../../shell/signed-out-frame.tsx";

export function SignUpForm({ asked: { email }, token }: { asked: SignUp; token: string }) {
  const client = useQueryClient();
  const [, go] = useLocation();
  const [workspace, setWorkspace] = useState("");
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [tried, setTried] = useState(false);
  const make = useMutation({
    mutationFn: () => post<Me>("/sign-up/use", { token, workspace, name, password }),
    onSuccess: (me) => {
      noteSignedIn(client, me);
      go("/", { replace: true });
    },
  });
  const refusal = refusalOf(make.error, ["workspace", "name", "password"]);
  const tooShort = tried && !isLongEnough(password) ? TOO_SHORT : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const fits = [workspace, name].every((text) => tooLongText(text, MAX_NAME) === undefined);
    if (isLongEnough(password) && fits) make.mutate();
  };
  return (
    <SignedOutFrame title="Make a workspace">
      <form onSubmit={submit}>
        <RefusalAlert text={refusal.rest} />
        <LimitedInput
          label="Name of the workspace"
          description="Your team or company."
          autoComplete="organization"
          required
          autoFocus
          limit={MAX_NAME}
          value={workspace}
          error={refusal.at.workspace}
          onChange={(event) => setWorkspace(event.currentTarget.value)}
        />
        <LimitedInput
          label="Your name"
          description="The name that others see."
          autoComplete="name"
          required
          limit={MAX_NAME}
          value={name}
          error={refusal.at.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput label="E-mail address" type="email" autoComplete="username" readOnly value={email} />
        <NewPassword
          label="Password"
          value={password}
          owner={{ name, email }}
          error={refusal.at.password ?? tooShort}
          onChange={setPassword}
        />
        <Button type="submit" fullWidth loading={make.isPending}>
          Make the workspace
        </Button>
      </form>
    </SignedOutFrame>
  );
}
