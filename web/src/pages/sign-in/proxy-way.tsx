// Signing in as whom a proxy in front of the server names: at once, but not for somebody who has just signed out.
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { post } from "../../api/client.ts";
import { useSession } from "../../api/session.tsx";
import type { Me, WorkspaceChoice } from "../../api/types.ts";
import { RefusalAlert } from "../../components/form/refusal-alert.tsx";

interface Props {
  email: string;
  onAnswer(answer: Me | WorkspaceChoice): void;
}

export function ProxyWay({ email, onAnswer }: Props) {
  const { hasLeft } = useSession();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => post<Me | WorkspaceChoice>("/session/proxy"),
    onSuccess: onAnswer,
  });
  const isTried = useRef(hasLeft);
  useEffect(() => {
    if (isTried.current) return;
    isTried.current = true;
    mutate();
  }, [mutate]);
  return (
    <>
      <RefusalAlert text={error?.message ?? null} />
      <Button variant="default" fullWidth loading={isPending} onClick={() => mutate()}>
        Continue as {email}
      </Button>
    </>
  );
}
