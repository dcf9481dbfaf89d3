// For somebody who has lost their second factor and their recovery codes.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { del } from "../../../api/client.ts";
import { ConfirmButton } from "../../../components/buttons/confirm-button.tsx";
import { toast, toastError } from "../../../interaction/toasts.tsx";
import { PEOPLE } from "../grants/access-query-keys.ts";

export function TakeFactors({ id, name }: { id: string; name: string }) {
  const client = useQueryClient();
  const take = useMutation({
    mutationFn: () => del(`/people/${id}/second-factors`),
    onSuccess: () => toast({ text: `${name} signs in with the password alone.` }),
    onError: toastError,
    onSettled: () => client.invalidateQueries({ queryKey: PEOPLE }),
  });
  return (
    <>
      <p>
        Has <bdi>{name}</bdi> lost their second factor, and has no recovery code left? Make sure that it is they who
        ask.
      </p>
      <div>
        <ConfirmButton
          label="Take the second factors away"
          about={name}
          words={
            <>
              All second factors and recovery codes of <bdi>{name}</bdi> are gone. They are signed out everywhere, sign
              in with their password, and can set up new ones.
            </>
          }
          confirm="Take them away"
          at="start"
          onConfirm={() => take.mutate()}
        />
      </div>
    </>
  );
}
