// The state of things at a glance: the newest delivery, and how much of the hour is used.
import type { App, Delivery, Webhook } from "../../../api/types.ts";
import { CopyButton } from "../../../components/buttons/copy-button.tsx";
import { Ago, useTicks } from "../../../components/display/times.tsx";
import setup from "../../../components/layout/section.module.css";
import { IssueLink } from "../../../components/log/issue-link.tsx";
import { AnswerLabel } from "../data/answer-label.tsx";
import { curlLine, signedCurlLine } from "../data/curl-lines.ts";
import { HourMeter } from "../data/hour-usage.tsx";
import { useNewest } from "../data/webhook-data.ts";
import classes from "./setup-overview.module.css";

export function SetupOverview({ app, webhook }: { app: App; webhook: Webhook }) {
  const newest = useNewest(app.id, "deliveries");
  return (
    <aside className={classes.glance} aria-label="At a glance">
      <section className={classes.card}>
        <h2 className={setup.subtitle}>Last delivery</h2>
        <div aria-live="polite" className={classes.newest}>
          {newest === undefined ? null : newest === null ? (
            <First webhook={webhook} />
          ) : (
            <Newest app={app} delivery={newest} />
          )}
        </div>
      </section>
      <section className={classes.card}>
        <h2 className={setup.subtitle}>This hour</h2>
        <HourMeter hour={webhook.hour} />
      </section>
    </aside>
  );
}

function First({ webhook: { url, has_secret } }: { webhook: Webhook }) {
  return (
    <>
      <p className={classes.waiting}>
        <span className={classes.pulse} aria-hidden="true" /> Waiting for the first delivery
      </p>
      <p className={setup.hint}>Send one from a terminal. It appears here automatically.</p>
      <CopyButton
        text={has_secret ? signedCurlLine(url) : curlLine(url)}
        label="Copy the curl line"
        size="compact-sm"
      />
    </>
  );
}

function Newest({ app, delivery }: { app: App; delivery: Delivery }) {
  useTicks();
  return (
    <>
      <p className={classes.lastLine}>
        <AnswerLabel delivery={delivery} />
        <span className={setup.soft}>
          <Ago at={delivery.at} />
        </span>
      </p>
      {delivery.issue !== null && (
        <p>
          <IssueLink app={app.id} issue={delivery.issue} />
        </p>
      )}
      {delivery.error !== null && <p className={classes.reason}>{delivery.error.message}</p>}
      <a className={setup.go} href="#deliveries">
        All deliveries
      </a>
    </>
  );
}
