// Inviting somebody: what they may do, then the link to pass on, shown once.
import { TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { post } from "../../../api/client.ts";
import { refusalOf } from "../../../api/field-refusals.ts";
import { useSendsMail } from "../../../api/mail.ts";
import type { NewInvitation } from "../../../api/types.ts";
import { DialogForm } from "../../../components/form/dialog-form.tsx";
import { type Grant, GrantFields, grantBody, isWhole } from "../../../components/grants/grant-fields.tsx";
import { Dialog } from "../../../components/layout/dialog.tsx";
import { INVITATIONS } from "../grants/access-query-keys.ts";
import { ShownOnce } from "../grants/shown-once.tsx";
import classes from "../grants/workspace-form.module.css";

export function InviteDialog({ onClose }: { onClose(): void }) {
  const client = useQueryClient();
  const sendsMail = useSendsMail();
  const [email, setEmail] = useState("");
  const [grant, setGrant] = useState<Grant>({ role: "tester", apps: null });
  const invite = useMutation({
    mutationFn: () =>
      post<NewInvitation>("/invitations", {
        ...grantBody(grant),
        ...(email.trim() === "" ? {} : { email }),
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: INVITATIONS }),
  });
  const refusal = refusalOf(invite.error, ["email"]);
  const made = invite.data;
  if (made !== undefined) {
    return (
      <Dialog
        title="Invitation"
        size="lg"
        withCloseButton={false}
        closeOnEscape={false}
        closeOnClickOutside={false}
        onClose={onClose}
      >
        <ShownOnce
          label="The link"
          secret={made.link}
          done={made.mailed ? "Done" : "I have passed it on"}
          onDone={onClose}
        >
          <p className={classes.words}>
            Whoever opens it first joins as {made.role === "admin" ? "an" : "a"} {made.role}. It works once, within 7
            days
            {made.email !== null && (
              <>
                , and only for <bdi>{made.email}</bdi>
              </>
            )}
            .{made.mailed && " A mail with a link is on its way there; this one works, too."}
          </p>
        </ShownOnce>
      </Dialog>
    );
  }
  return (
    <DialogForm
      title="Invite somebody"
      refused={refusal.rest}
      send="Create the link"
      isSending={invite.isPending}
      canSend={isWhole(grant)}
      onSend={invite.mutate}
      onClose={onClose}
    >
      <TextInput
        label="E-mail address"
        description={
          sendsMail
            ? "Optional. With an address, only that person can use the link, and it is mailed to them."
            : "Optional. With an address, only that person can use the link. No mail is sent."
        }
        type="email"
        data-autofocus
        value={email}
        error={refusal.at.email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <GrantFields value={grant} onChange={setGrant} />
    </DialogForm>
  );
}
