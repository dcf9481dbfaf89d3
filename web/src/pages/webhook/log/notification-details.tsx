// One notification opened: what came of it, what was sent, and sending it again.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { post } from "../../../api/client.ts";
import type { App, Notification } from "../../../api/types.ts";
import { SteadyButton } from "../../../components/buttons/steady-button.tsx";
import { exactText } from "../../../components/display/times.tsx";
import classes from "../../../components/log/log-entry.module.css";
import { BodyText, Facts } from "../../../components/log/log-entry.tsx";
import { logKey, logPath } from "../data/webhook-data.ts";
import { durationText, NOTIFICATION_KIND_LABEL, NOTIFICATION_STATE_LABEL, outcomeText } from "./notification-text.ts";

interface Props {
  app: App;
  notification: Notification;
  hasReceiver: boolean;
}

export function NotificationDetails({ app, notification, hasReceiver }: Props) {
  const client = useQueryClient();
  const resend = useMutation({
    mutationFn: () => post<Notification>(`${logPath(app.id, "notifications")}/${notification.id}/resend`),
    onSuccess: () => void client.invalidateQueries({ queryKey: logKey(app.id, "notifications") }),
  });
  return (
    <>
      <Facts label="Outcome" facts={factsOf(notification)} />
      {hasReceiver && (
        <div className={classes.actions}>
          <SteadyButton variant="default" busy={resend.isPending} onClick={() => resend.mutate()}>
            Send it again
          </SteadyButton>
          <span role="status" className={classes.outcome}>
            {resend.error !== null
              ? resend.error.message
              : resend.isSuccess
                ? "Sent again: the newest entry shows the outcome."
                : "The receiver may get it twice. Its webhook-id stays the same, so it can recognise it."}
          </span>
        </div>
      )}
      <section className={classes.block} aria-label="Body">
        <h3>Body</h3>
        <BodyText>{JSON.stringify(notification.body, null, 2)}</BodyText>
      </section>
    </>
  );
}

function factsOf(notification: Notification): [string, ReactNode][] {
  const { id, kind, state, http_status, duration_ms, created_at, sent_at, repeat_of } = notification;
  const facts: [string, ReactNode | null][] = [
    ["Event", NOTIFICATION_KIND_LABEL[kind]],
    ["State", NOTIFICATION_STATE_LABEL[state]],
    ["Explanation", outcomeText(notification) || null],
    ["HTTP status", http_status],
    ["Duration", duration_ms === null ? null : durationText(duration_ms)],
    ["Written", exactText(created_at)],
    ["Sent", sent_at === null ? null : exactText(sent_at)],
    ["Sent again from", repeat_of],
    ["Notification", id],
  ];
  return facts.filter(([, value]) => value !== null);
}
