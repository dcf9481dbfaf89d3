// Signing in as whom a proxy in front of the server names: at once, but not for somebody who has just signed out.
import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { post } from "../../api/client.ts";
import { noteSignedIn, useSession } from "../../api/session.tsx";
import type { Me } from "../../api/types.ts";
import { RefusalAlert } from "../../components/form/refusal-alert.tsx";

export function ProxyWay({ email }: { email: string }) {
  const client = useQueryClient();
  const { hasLeft } = useSession();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => post<Me>("/session/proxy"),
    onSuccess: (me) => noteSignedIn(client, me),
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
