// The log of deliveries: everything that came in, refused or not, with its answer.
import { Button } from "@mantine/core";
import { useState } from "react";
import type { App, Webhook } from "../../../api/types.ts";
import { Empty } from "../../../components/display/loading-and-failure.tsx";
import { EndlessLog } from "../../../components/log/endless-log.tsx";
import { IssueLink } from "../../../components/log/issue-link.tsx";
import classes from "../../../components/log/log.module.css";
import { LogEntry } from "../../../components/log/log-entry.tsx";
import { maskedUrl } from "../../../components/secret/private-url.tsx";
import { Snippet } from "../../../components/tool-setup/snippet.tsx";
import { AnswerLabel, answerNote } from "../data/answer-label.tsx";
import { curlLine, signedCurlLine } from "../data/curl-lines.ts";
import { useLog, useNewest } from "../data/webhook-data.ts";
import { DeliveryDetails } from "./delivery-details.tsx";

export function DeliveriesPart({ app, webhook }: { app: App; webhook: Webhook }) {
  useNewest(app.id, "deliveries");
  const log = useLog(app.id, "deliveries");
  const [opened, setOpened] = useState<string | null>(null);
  const entries = log.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <section className={classes.log}>
      <h2 className="sr-only">Deliveries</h2>
      <p className={classes.intro}>All deliveries of the last weeks, including refused ones, newest first.</p>
      <EndlessLog
        log={log}
        label="Deliveries"
        group="Webhook logs"
        isEmpty={entries.length === 0}
        empty={<NoDeliveries webhook={webhook} />}
      >
        {entries.map((delivery) => (
          <LogEntry
            key={delivery.id}
            at={delivery.at}
            mark={<AnswerLabel delivery={delivery} />}
            words={
              <>
                {delivery.replay_of !== null && <span className={classes.tag}>Replay</span>}
                {delivery.error?.message ?? answerNote(delivery)}
              </>
            }
            link={
              delivery.issue === null ? (
                <span className={classes.code}>{delivery.status}</span>
              ) : (
                <IssueLink app={app.id} issue={delivery.issue} />
              )
            }
            isOpen={opened === delivery.id}
            onToggle={() => setOpened(opened === delivery.id ? null : delivery.id)}
          >
            <DeliveryDetails app={app} delivery={delivery} />
          </LogEntry>
        ))}
      </EndlessLog>
    </section>
  );
}

function NoDeliveries({ webhook: { url, has_secret, enabled } }: { webhook: Webhook }) {
  const line = has_secret ? signedCurlLine : curlLine;
  return (
    <Empty
      title={enabled ? "Waiting for the first delivery" : "The webhook is off"}
      action={
        <Button component="a" href="#setup" variant="default">
          {enabled ? "Connect a tool" : "Switch it on"}
        </Button>
      }
    >
      {enabled
        ? "Send one with this line. It appears here automatically."
        : "Deliveries are refused until it is switched on."}
      {enabled && (
        <div className={classes.emptySnippet}>
          <Snippet label="Try it from a terminal" text={line(url)} shown={line(maskedUrl(url))} />
        </div>
      )}
    </Empty>
  );
}
