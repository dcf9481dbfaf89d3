// How a person gets in: a link for a new password.
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { RESET_LINK_MINUTES } from "../../../../../src/wire/limits.ts";
import { post } from "../../../api/client.ts";
import type { NewResetLink, Person } from "../../../api/types.ts";
import { Dialog, DialogButtons } from "../../../components/layout/dialog.tsx";
import { toastError } from "../../../interaction/toasts.tsx";
import { ShownOnce } from "../grants/shown-once.tsx";
import classes from "../grants/workspace-form.module.css";

export function SignInDialog({ person: { id, name }, onClose }: { person: Person; onClose(): void }) {
  const make = useMutation({
    mutationFn: () => post<NewResetLink>(`/people/${id}/reset-link`),
    onError: toastError,
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
            With it <bdi>{name}</bdi> sets a new password, and is signed out everywhere. It works once, within{" "}
            {RESET_LINK_MINUTES} minutes. A link that was made before works no more.
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
        <DialogButtons>
          <Button data-autofocus loading={make.isPending} onClick={() => make.mutate()}>
            Make the link
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  );
}
