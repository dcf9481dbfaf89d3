// One delivery opened: why it was answered so, its headers and body, and what can be done with it.
import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { post } from "../../../api/client.ts";
import type { App, Delivery, WholeDelivery } from "../../../api/types.ts";
import { CopyButton } from "../../../components/buttons/copy-button.tsx";
import { SteadyButton } from "../../../components/buttons/steady-button.tsx";
import { Failure, Waiting } from "../../../components/display/loading-and-failure.tsx";
import { exactText } from "../../../components/display/times.tsx";
import { IssueLink } from "../../../components/log/issue-link.tsx";
import classes from "../../../components/log/log-entry.module.css";
import { BodyText, Facts } from "../../../components/log/log-entry.tsx";
import { AnswerLabel } from "../data/answer-label.tsx";
import { tryDelivery } from "../data/mapping-draft.ts";
import { prettyJson } from "../data/pretty-json.ts";
import { goToPart } from "../data/use-open-part.ts";
import { logKey, useDelivery, webhookKey, webhookPath } from "../data/webhook-data.ts";

export function DeliveryDetails({ app, delivery }: { app: App; delivery: Delivery }) {
  const { data: whole, error, refetch } = useDelivery(app.id, delivery.id);
  return (
    <>
      <Facts label="Answer" facts={answerFacts(app, delivery)} />
      {whole !== undefined && whole.encoding !== "none" && <Actions app={app} delivery={delivery} />}
      {whole?.confirm_url != null && <Confirmation url={whole.confirm_url} />}
      {whole !== undefined ? <Content whole={whole} /> : error === null ? <Waiting /> : null}
      {error !== null && whole === undefined && <Failure error={error} retry={() => void refetch()} />}
    </>
  );
}

/** What became of a delivery, or of one item of it. */
type Became = NonNullable<Delivery["items"]>[number];

function becameFacts(app: App, { error, issue, duplicate, recovery }: Became): [string, ReactNode][] {
  const facts: [string, ReactNode][] = [];
  if (error !== null) facts.push(["Reason", error.message]);
  if (recovery === "ignored") facts.push(["Recovery", "Ignored"]);
  if (issue !== null) {
    const what = recovery === "fixed" ? "Issue fixed" : duplicate ? "Issue, open already" : "Issue raised";
    facts.push([what, <IssueLink key={issue.id} app={app.id} issue={issue} />]);
  }
  return facts;
}

function answerFacts(app: App, delivery: Delivery) {
  const { at, status, error, items, replay_of, id } = delivery;
  const facts: [string, ReactNode][] = [
    ["Time", exactText(at)],
    ["Status", error === null ? status : `${status} ${error.code}`],
  ];
  if (items === null) facts.push(...becameFacts(app, delivery));
  else if (items.length === 0) facts.push(["Items", "None"]);
  else for (const [n, item] of items.entries()) facts.push(...itemFacts(app, item, n + 1));
  if (replay_of !== null) facts.push(["Replay of", replay_of]);
  return [...facts, ["Delivery", id] satisfies [string, ReactNode]];
}

function itemFacts(app: App, item: Became, number: number): [string, ReactNode][] {
  return becameFacts(app, item).map(([what, shown]) => [`${number}. ${what}`, shown]);
}

function Actions({ app, delivery }: { app: App; delivery: Delivery }) {
  const client = useQueryClient();
  const replay = useMutation({
    mutationFn: () => post<WholeDelivery>(webhookPath(app.id, `/deliveries/${delivery.id}/replay`)),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: logKey(app.id, "deliveries") });
      void client.invalidateQueries({ queryKey: webhookKey(app.id) });
    },
  });
  const { data: again } = replay;
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        onClick={() => {
          tryDelivery(app.id, delivery.id);
          goToPart("mapping");
        }}
      >
        Use in the mapping editor
      </Button>
      <SteadyButton variant="default" busy={replay.isPending} onClick={() => replay.mutate()}>
        Replay
      </SteadyButton>
      <span role="status" className={classes.outcome}>
        {again !== undefined && (
          <>
            Replayed: <AnswerLabel delivery={again} />
            {again.issue !== null && <IssueLink app={app.id} issue={again.issue} />}
            {again.error !== null && <span>{again.error.message}</span>}
          </>
        )}
        {replay.error?.message}
        {again === undefined && replay.error === null && "A replay counts and dedupes like any delivery."}
      </span>
    </div>
  );
}

/** Retest never opens the address by itself: anybody who has the webhook's URL can send one. */
function Confirmation({ url }: { url: string }) {
  return (
    <p className={classes.soft}>
      Amazon SNS asks whether it may send here. If the topic below is yours,{" "}
      <a href={url} target="_blank" rel="noopener noreferrer nofollow">
        confirm the subscription
      </a>
      .
    </p>
  );
}

function Content({ whole: { headers, encoding, body } }: { whole: WholeDelivery }) {
  const shown = useMemo(() => (encoding === "utf8" ? prettyJson(body ?? "") : (body ?? "")), [encoding, body]);
  return (
    <>
      <Facts label="Headers" facts={Object.entries(headers)} />
      <section className={classes.block} aria-label="Body">
        <div className={classes.blockHead}>
          <h3>{encoding === "base64" ? "Body (not text, shown as base64)" : "Body"}</h3>
          {body !== null && <CopyButton text={body} size="compact-sm" variant="subtle" color="gray" />}
        </div>
        {encoding === "none" || body === null ? (
          <p className={classes.soft}>The body was not kept: the webhook was off, or the body was too large.</p>
        ) : shown === "" ? (
          <p className={classes.soft}>The body is empty.</p>
        ) : (
          <BodyText>{shown}</BodyText>
        )}
      </section>
    </>
  );
}
