// How a person gets in: where they are signed in, and a link for a new password.
import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RESET_LINK_MINUTES } from "../../../../../src/wire/limits.ts";
import { del, post } from "../../../api/client.ts";
import { useSendsMail } from "../../../api/mail.ts";
import type { NewResetLink, Person } from "../../../api/types.ts";
import { ConfirmButton } from "../../../components/buttons/confirm-button.tsx";
import { Dialog, DialogButtons } from "../../../components/layout/dialog.tsx";
import { SessionRows } from "../../../components/sessions/session-rows.tsx";
import { toast, toastError } from "../../../interaction/toasts.tsx";
import { PEOPLE } from "../grants/access-query-keys.ts";
import { ShownOnce } from "../grants/shown-once.tsx";
import classes from "../grants/workspace-form.module.css";
import { DisconnectPerson } from "./disconnect-person.tsx";
import { TakeFactors } from "./take-factors.tsx";

export function SignInDialog({ person, onClose }: { person: Person; onClose(): void }) {
  const { id, name, second_factor } = person;
  const make = useMutation({
    mutationFn: () => post<NewResetLink>(`/people/${id}/reset-link`),
    onError: toastError,
  });
  const sendsMail = useSendsMail();
  const mail = useMutation({
    mutationFn: () => post<null>(`/people/${id}/reset-mail`),
    onSuccess: () => toast({ text: `A mail with a link is on its way to ${name}.` }),
    onError: toastError,
  });
  const sessions = `/people/${id}/sessions`;
  const queryKey = [...PEOPLE, id, "sessions"];
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: () => del(sessions),
    onSuccess: () => toast({ text: `${name} is signed out everywhere.` }),
    onError: toastError,
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  const title = `Sign-in of ${name}`;
  if (make.data !== undefined) {
    return (
      <Dialog
        title={title}
        size="lg"
        withCloseButton={false}
        closeOnEscape={false}
        closeOnClickOutside={false}
        onClose={onClose}
      >
        <ShownOnce label="The link" secret={make.data.link} done="I have passed it on" onDone={onClose}>
          <p className={classes.words}>
            With it <bdi>{name}</bdi> sets a new password, is signed out everywhere, and their assistants end. It works
            once, within {RESET_LINK_MINUTES} minutes. A link that was made before works no more.
          </p>
        </ShownOnce>
      </Dialog>
    );
  }
  return (
    <Dialog title={title} size="lg" onClose={onClose}>
      <div className={classes.small}>
        <p>
          Has <bdi>{name}</bdi> forgotten their password? Make a link with which they set a new one, and pass it on.
          Nothing changes until it is used.
        </p>
        <div className={classes.buttons}>
          {sendsMail && (
            <Button variant="default" size="xs" loading={mail.isPending} onClick={() => mail.mutate()}>
              Mail the link
            </Button>
          )}
          <Button variant="default" size="xs" data-autofocus loading={make.isPending} onClick={() => make.mutate()}>
            Make the link
          </Button>
        </div>
        <DisconnectPerson person={person} />
        {second_factor && <TakeFactors id={id} name={name} />}
        <h3 className={classes.heading}>
          Where <bdi>{name}</bdi> is signed in
        </h3>
        <SessionRows path={sessions} queryKey={queryKey} />
        <DialogButtons>
          <ConfirmButton
            label="Sign out everywhere"
            about={name}
            words={
              <>
                <bdi>{name}</bdi> is signed out in every browser, and their assistants end. They can sign in again with
                their password.
              </>
            }
            confirm="Sign out everywhere"
            button={{ size: "sm" }}
            onConfirm={() => end.mutate()}
          />
          <Button onClick={onClose}>Done</Button>
        </DialogButtons>
      </div>
    </Dialog>
  );
}
