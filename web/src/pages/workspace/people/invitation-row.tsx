// An invitation that waits to be used.
import type { Invitation } from "../../../api/types.ts";
import { ConfirmButton } from "../../../components/buttons/confirm-button.tsx";
import { Ago } from "../../../components/display/times.tsx";
import { GrantRow } from "../../../components/grants/grant-row.tsx";
import { INVITATIONS } from "../grants/access-query-keys.ts";
import { useEndGrant } from "../grants/use-end-grant.ts";

export function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { id, email, created_by, created_at, expires_at } = invitation;
  const withdraw = useEndGrant({ list: INVITATIONS, path: "/invitations", id, said: "The invitation is withdrawn." });
  const who = email ?? "Whoever has the link";
  const invited = (
    <>
      {created_by === null ? (
        "Invited from the command line"
      ) : (
        <>
          Invited by <bdi>{created_by}</bdi>
        </>
      )}{" "}
      <Ago at={created_at} />
    </>
  );
  const ends = (
    <>
      Expires <Ago at={expires_at} />
    </>
  );
  return (
    <GrantRow id={id} name={who} grant={invitation} meta={[invited, ends]}>
      <ConfirmButton
        label="Withdraw"
        about={who}
        words="The link stops working at once. You can invite again with a new one."
        confirm="Withdraw"
        onConfirm={withdraw}
      />
    </GrantRow>
  );
}
