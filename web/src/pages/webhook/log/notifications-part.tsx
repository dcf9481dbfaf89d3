// The log of notifications: what was said to the notify URL, and what came of it.
import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import type { App, Notification, Webhook } from "../../../api/types.ts";
import { Icon, type IconName } from "../../../components/display/icons.tsx";
import { Empty } from "../../../components/display/loading-and-failure.tsx";
import { EndlessLog } from "../../../components/log/endless-log.tsx";
import { IssueLink } from "../../../components/log/issue-link.tsx";
import classes from "../../../components/log/log.module.css";
import { LogEntry } from "../../../components/log/log-entry.tsx";
import { SendTest } from "../../../components/log/send-test.tsx";
import { logKey, logPath, useLog, useNewest } from "../data/webhook-data.ts";
import { NotificationDetails } from "./notification-details.tsx";
import { durationText, NOTIFICATION_KIND_LABEL, NOTIFICATION_STATE_LABEL, outcomeText } from "./notification-text.ts";

const UNDER_WAY: readonly Notification["state"][] = ["pending", "sending"];
const LOOK_AGAIN_MS = 500;

export function NotificationsPart({ app, webhook }: { app: App; webhook: Webhook }) {
  useNewest(app.id, "notifications");
  const log = useLog(app.id, "notifications");
  const [opened, setOpened] = useState<string | null>(null);
  const entries = log.data?.pages.flatMap(({ data }) => data) ?? [];
  const isUnderWay = entries.some(({ state }) => UNDER_WAY.includes(state));
  const { refetch } = log;
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setInterval(() => void refetch(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isUnderWay, refetch]);
  const hasReceiver = webhook.notify_url !== null;
  return (
    <section className={classes.log}>
      <h2 className="sr-only">Notifications</h2>
      <div className={classes.introLine}>
        <p className={classes.intro}>
          {hasReceiver
            ? "Messages to the notify URL about fixed issues, newest first. Each is sent once."
            : "Fixes are not announced: there is no notify URL."}
        </p>
        {hasReceiver && (
          <SendTest
            group="Webhook logs"
            path={`${logPath(app.id, "notifications")}/test`}
            log={logKey(app.id, "notifications")}
          />
        )}
      </div>
      <EndlessLog
        log={log}
        label="Notifications"
        group="Webhook logs"
        isEmpty={entries.length === 0}
        empty={<NoNotifications hasReceiver={hasReceiver} />}
      >
        {entries.map((notification) => (
          <LogEntry
            key={notification.id}
            at={notification.created_at}
            mark={<StateMark notification={notification} />}
            words={<Words notification={notification} />}
            link={<IssueOf app={app.id} notification={notification} />}
            isOpen={opened === notification.id}
            onToggle={() => setOpened(opened === notification.id ? null : notification.id)}
          >
            <NotificationDetails app={app} notification={notification} hasReceiver={hasReceiver} />
          </LogEntry>
        ))}
      </EndlessLog>
    </section>
  );
}

function Words({ notification }: { notification: Notification }) {
  const { kind, repeat_of, state, http_status, duration_ms } = notification;
  const said = outcomeText(notification);
  const answered = state === "delivered" && http_status !== null ? `Answered ${http_status}` : "";
  const time = state === "delivered" && duration_ms !== null ? ` in ${durationText(duration_ms)}` : "";
  return (
    <>
      <span className={classes.tag}>{NOTIFICATION_KIND_LABEL[kind]}</span>
      {repeat_of !== null && <span className={classes.tag}>Sent again</span>}
      {said === "" ? answered + time : said}
    </>
  );
}

function StateMark({ notification: { state } }: { notification: Notification }) {
  const tone = state === "delivered" ? "raised" : UNDER_WAY.includes(state) ? "waiting" : "refused";
  const icon: Record<typeof tone, IconName> = { raised: "check", waiting: "more", refused: "close" };
  return (
    <span className={classes.mark} data-tone={tone}>
      <Icon name={icon[tone]} size={14} />
      {NOTIFICATION_STATE_LABEL[state]}
    </span>
  );
}

export function IssueOf({ app, notification: { issue_id, body } }: { app: string; notification: Notification }) {
  if (issue_id === null) return null;
  const { code } = (body.issue ?? {}) as { code?: unknown };
  return <IssueLink app={app} issue={{ id: issue_id, code: typeof code === "string" ? code : "Issue" }} />;
}

function NoNotifications({ hasReceiver }: { hasReceiver: boolean }) {
  if (hasReceiver) {
    return (
      <Empty title="Nothing was sent yet">
        Send a test to see whether it arrives. When an issue from the webhook is fixed, a message is sent automatically.
      </Empty>
    );
  }
  return (
    <Empty
      title="Tell the tool when an issue is fixed"
      action={
        <Button component="a" href="#setup">
          Set the notify URL
        </Button>
      }
    >
      Set a signing secret and a notify URL. Messages to it are listed here, each with its answer.
    </Empty>
  );
}
