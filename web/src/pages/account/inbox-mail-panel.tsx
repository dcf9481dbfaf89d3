// What of one's inbox is mailed, where the server sends mail.
import { SegmentedControl } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { INBOX_MAIL_CHOICES } from "../../../../src/wire/lists.ts";
import { get, put } from "../../api/client.ts";
import { useSendsMail } from "../../api/mail.ts";
import { useMe } from "../../api/session.tsx";
import { useOwnSignIn } from "../../api/sign-in-ways.ts";
import type { InboxMail } from "../../api/types.ts";
import { Failure, Waiting } from "../../components/display/loading-and-failure.tsx";
import { RefusalAlert } from "../../components/form/refusal-alert.tsx";
import { Panel } from "../../components/layout/panel.tsx";
import { toast } from "../../interaction/toasts.tsx";
import classes from "./account-page.module.css";

type Choice = InboxMail["choice"];

const NAMES: Record<Choice, string> = { at_once: "At once", daily: "Once a day", off: "Nothing" };
const MEANS: Record<Choice, string> = {
  at_once: "A minute after something comes, if it is still unread. At most one mail in an hour.",
  daily: "In the morning (6:00 UTC), if something is unread.",
  off: "Your inbox has it all the same.",
};
const CHOICE = ["inbox-mail"];

export function InboxMailPanel() {
  const sendsMail = useSendsMail();
  return sendsMail ? (
    <Panel title="Mail about your inbox" about="Who mentions you, assigns you or fixes what you watch, in one mail.">
      <InboxMailChoice />
    </Panel>
  ) : null;
}

function InboxMailChoice() {
  const client = useQueryClient();
  const { email } = useMe();
  const isConfirmed = useOwnSignIn()?.email_confirmed !== false;
  const { data, error, refetch } = useQuery({ queryKey: CHOICE, queryFn: () => get<InboxMail>("/me/inbox-mail") });
  const choose = useMutation({
    mutationFn: (choice: Choice) => put<InboxMail>("/me/inbox-mail", { choice }),
    onSuccess: (after) => {
      client.setQueryData(CHOICE, after);
      toast({ text: "What is mailed to you is changed." });
    },
  });
  if (data === undefined) return error === null ? <Waiting /> : <Failure error={error} retry={() => void refetch()} />;
  const shown = choose.isPending ? choose.variables : data.choice;
  return (
    <div id="mail" className={classes.mail}>
      <RefusalAlert text={choose.error?.message ?? null} />
      <SegmentedControl
        className={classes.appearance}
        aria-label="Mail about your inbox"
        value={shown}
        onChange={(choice) => choose.mutate(choice as Choice)}
        data={INBOX_MAIL_CHOICES.map((value) => ({ value, label: NAMES[value] }))}
      />
      <p className={classes.hint}>{MEANS[shown]}</p>
      {!isConfirmed && shown !== "off" && (
        <p className={classes.hint}>
          Nothing is mailed yet: it is not known that <bdi>{email}</bdi> is yours. Confirm it above, at “You”.
        </p>
      )}
    </div>
  );
}
