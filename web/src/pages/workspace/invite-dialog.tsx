// Inviting somebody: what they may do, then the link to pass on, shown once.
import { Alert, Button, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { post } from "../../api/client.ts";
import { refusalOf } from "../../api/refusal.ts";
import type { NewInvitation } from "../../api/types.ts";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { type Grant, isWhole, ReachFields, RoleFields } from "./grant-fields.tsx";
import { INVITATIONS } from "./people-keys.ts";
import { ShownOnce } from "./shown-once.tsx";
import classes from "./workspace-form.module.css";

export function InviteDialog({ onClose }: { onClose(): void }) {
  const client = useQueryClient();
  const [email, setEmail] = useState("");
  const [grant, setGrant] = useState<Grant>({ role: "tester", apps: null });
  const invite = useMutation({
    mutationFn: () =>
      post<NewInvitation>("/invitations", {
        role: grant.role,
        ...(grant.apps === null ? {} : { apps: grant.apps }),
        ...(email.trim() === "" ? {} : { email }),
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: INVITATIONS }),
  });
  const refusal = refusalOf(invite.error, ["email"]);
  const made = invite.data;
  if (made !== undefined) {
    return (
      <Dialog
        key="made"
        title="Invitation"
        size="lg"
        withCloseButton={false}
        closeOnEscape={false}
        closeOnClickOutside={false}
        onClose={onClose}
      >
        <ShownOnce label="The link" secret={made.link} done="I have passed it on" onDone={onClose}>
          <p className={classes.words}>
            Whoever opens it first joins as {made.role === "admin" ? "an" : "a"} {made.role}. It works once, for 7 days
            {made.email !== null && (
              <>
                , and only for <bdi>{made.email}</bdi>
              </>
            )}
            .
          </p>
        </ShownOnce>
      </Dialog>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate();
  };
  return (
    <Dialog key="form" title="Invite somebody" onClose={onClose}>
      <form className={classes.form} onSubmit={submit}>
        {refusal.rest !== null && (
          <Alert color="red" role="alert">
            {refusal.rest}
          </Alert>
        )}
        <TextInput
          label="E-mail address"
          description="May be left out. If it is given, only this address can join by the link. Nothing is sent to it."
          type="email"
          data-autofocus
          value={email}
          error={refusal.at.email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <RoleFields value={grant.role} onChange={(role) => setGrant({ ...grant, role })} />
        <ReachFields value={grant.apps} onChange={(apps) => setGrant({ ...grant, apps })} />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={invite.isPending} disabled={!isWhole(grant)}>
            Make the link
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
