// Disconnects a person from who they are at the issuer, for whoever has another account there now.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { del } from "../../../api/client.ts";
import { useMe } from "../../../api/session.tsx";
import { useSignInWays } from "../../../api/sign-in-ways.ts";
import type { Person } from "../../../api/types.ts";
import { ConfirmButton } from "../../../components/buttons/confirm-button.tsx";
import { toast, toastError } from "../../../interaction/toasts.tsx";
import { PEOPLE } from "../grants/access-query-keys.ts";

export function DisconnectPerson({ person: { id, name } }: { person: Person }) {
  const client = useQueryClient();
  const me = useMe();
  const issuer = useSignInWays()?.oidc?.name;
  const disconnect = useMutation({
    mutationFn: () => del(`/people/${id}/identities`),
    onSuccess: () => toast({ text: `${name} is disconnected from ${issuer}.` }),
    onError: toastError,
    onSettled: () => client.invalidateQueries({ queryKey: PEOPLE }),
  });
  if (issuer === undefined || me.id === id) return null;
  return (
    <>
      <p>
        Has <bdi>{name}</bdi> got another account at {issuer}? Disconnect the one they had.
      </p>
      <div>
        <ConfirmButton
          label={`Disconnect from ${issuer}`}
          about={name}
          words={
            <>
              <bdi>{name}</bdi> is signed out everywhere. Whoever signs in at {issuer} with their verified address is
              connected next.
            </>
          }
          confirm="Disconnect"
          button={{ size: "xs" }}
          onConfirm={() => disconnect.mutate()}
        />
      </div>
    </>
  );
}
