// An invitation that waits to be used.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { del } from "../../api/client.ts";
import type { Invitation } from "../../api/types.ts";
import { focusNeighbour } from "../../parts/focus-neighbour.ts";
import rows from "../../parts/rows.module.css";
import { SecondStep } from "../../parts/second-step.tsx";
import { Ago } from "../../parts/times.tsx";
import { toast, toastError } from "../../shell/toasts.tsx";
import { ReachWords } from "./grant-fields.tsx";
import { INVITATIONS } from "./people-keys.ts";

export function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { id, role, apps, email, created_by, created_at, expires_at } = invitation;
  const client = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () => del(`/invitations/${id}`),
    onSuccess: () => {
      focusNeighbour(document.querySelector(`[data-invitation="${CSS.escape(id)}"] button`));
      client.setQueryData<Invitation[]>(INVITATIONS, (before) => before?.filter((one) => one.id !== id));
      toast({ text: "The invitation is withdrawn." });
    },
    onError: toastError,
    onSettled: () => client.invalidateQueries({ queryKey: INVITATIONS }),
  });
  const who = email ?? "Whoever has the link";
  return (
    <li className={rows.row} data-invitation={id}>
      <div className={rows.main}>
        <div className={rows.name}>
          <bdi>{who}</bdi>
          <span className={`${rows.tag} ${rows.role}`}>{role}</span>
        </div>
        <div className={rows.meta}>
          <span>
            Reaches <ReachWords apps={apps} />
          </span>
          <span>
            {created_by === null ? (
              "Invited from the command line"
            ) : (
              <>
                Invited by <bdi>{created_by}</bdi>
              </>
            )}{" "}
            <Ago at={created_at} />
          </span>
          <span>
            Ends <Ago at={expires_at} />
          </span>
        </div>
      </div>
      <div className={rows.actions}>
        <SecondStep
          label="Withdraw"
          about={who}
          words="The link stops working at once. You can invite again with a new one."
          confirm="Withdraw"
          onConfirm={() => withdraw.mutate()}
        />
      </div>
    </li>
  );
}
