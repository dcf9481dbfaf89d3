// Joining by signing in with the issuer, in place of a password.
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { post } from "../../api/client.ts";
import type { SentToIssuer } from "../../api/types.ts";
import { RefusalAlert } from "../../components/form/refusal-alert.tsx";
import classes from "./join-form.module.css";

export function JoinWithIssuer({ name, token, isOnly }: { name: string; token: string; isOnly: boolean }) {
  const go = useMutation({
    mutationFn: () => post<SentToIssuer>("/invitations/accept-with-oidc", { token }),
    onSuccess: ({ location: there }) => location.assign(there),
  });
  return (
    <div className={classes.issuer}>
      <RefusalAlert text={go.error?.message ?? null} />
      <Button
        variant={isOnly ? "filled" : "default"}
        fullWidth
        loading={go.isPending || go.isSuccess}
        onClick={() => go.mutate()}
      >
        Join with {name}
      </Button>
      {!isOnly && <p>Or choose a password:</p>}
    </div>
  );
}
