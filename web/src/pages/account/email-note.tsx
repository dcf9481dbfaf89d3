// What is to be done about one's e-mail address, where the server sends mail: a link was mailed to a new one, or nobody has confirmed the one that one has.
import { Button, Group } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { del, post } from "../../api/client.ts";
import { useSendsMail } from "../../api/mail.ts";
import { useMe } from "../../api/session.tsx";
import { OWN_SIGN_IN, useOwnSignIn } from "../../api/sign-in-ways.ts";
import { exactText, sinceText } from "../../components/display/times.tsx";
import { RefusalAlert } from "../../components/form/refusal-alert.tsx";
import { toast } from "../../interaction/toasts.tsx";
import classes from "./account-page.module.css";

export function EmailNote() {
  const me = useMe();
  const sendsMail = useSendsMail();
  const own = useOwnSignIn();
  const client = useQueryClient();
  const ended = (text: string) => {
    toast({ text });
    void client.invalidateQueries({ queryKey: OWN_SIGN_IN });
  };
  const link = own?.email_link ?? null;
  const address = link?.email ?? me.email;
  const send = useMutation({
    mutationFn: () => post<null>("/me/email-link"),
    onSuccess: () => ended(`A link is mailed to ${address}.`),
  });
  const withdraw = useMutation({
    mutationFn: () => del<null>("/me/email-link"),
    onSuccess: () => ended("Your e-mail address stays as it is."),
  });
  if (!sendsMail || own === undefined || (link === null && own.email_confirmed)) return null;
  const isNew = link !== null && link.email !== me.email;
  return (
    <div className={classes.mail}>
      <RefusalAlert text={send.error?.message ?? withdraw.error?.message ?? null} />
      <p className={classes.hint}>
        {link === null ? (
          <>
            It is not known that <bdi>{me.email}</bdi> is yours: a link that is mailed there confirms it.
          </>
        ) : (
          <>
            A link is mailed to <bdi>{link.email}</bdi>; it expires{" "}
            <span title={exactText(link.expires_at)}>{sinceText(link.expires_at)}</span>.
            {isNew && " Until you open it, your address stays as it is."}
          </>
        )}
      </p>
      <Group gap="xs">
        <Button variant="default" loading={send.isPending} onClick={() => send.mutate()}>
          {link === null ? "Send a link" : "Send it again"}
        </Button>
        {isNew && (
          <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
            Keep my address
          </Button>
        )}
      </Group>
    </div>
  );
}
