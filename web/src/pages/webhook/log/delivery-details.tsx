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
      {whole !== undefined ? <Content whole={whole} /> : error === null ? <Waiting /> : null}
      {error !== null && whole === undefined && <Failure error={error} retry={() => void refetch()} />}
    </>
  );
}

function answerFacts(app: App, { at, status, error, issue, duplicate, recovery, replay_of, id }: Delivery) {
  const facts: [string, ReactNode][] = [
    ["Time", exactText(at)],
    ["Status", error === null ? status : `${status} ${error.code}`],
  ];
  if (error !== null) facts.push(["Reason", error.message]);
  if (recovery === "ignored") facts.push(["Recovery", "Ignored"]);
  if (issue !== null) {
    const what = recovery === "fixed" ? "Issue fixed" : duplicate ? "Issue, open already" : "Issue raised";
    facts.push([what, <IssueLink key={id} app={app.id} issue={issue} />]);
  }
  if (replay_of !== null) facts.push(["Replay of", replay_of]);
  return [...facts, ["Delivery", id] satisfies [string, ReactNode]];
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
