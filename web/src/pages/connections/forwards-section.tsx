// What was sent to a tool, newest first, and what came of it; and a test.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { TOOL_FORMS } from "../../../../src/wire/connections/tool-forms.ts";
import { post } from "../../api/client.ts";
import { queryKeys } from "../../api/query-keys.ts";
import type { Connection, Forward } from "../../api/types.ts";
import { SteadyButton } from "../../components/buttons/steady-button.tsx";
import { Icon, type IconName } from "../../components/display/icons.tsx";
import { exactText } from "../../components/display/times.tsx";
import base from "../../components/layout/section.module.css";
import { Section } from "../../components/layout/section.tsx";
import { EndlessLog } from "../../components/log/endless-log.tsx";
import { IssueLink } from "../../components/log/issue-link.tsx";
import log from "../../components/log/log.module.css";
import { Facts, LogEntry } from "../../components/log/log-entry.tsx";
import { SendTest } from "../../components/log/send-test.tsx";
import { toastError } from "../../interaction/toasts.tsx";
import { connectionsKey, connectionsPath, forwardsKey, useForwards } from "./connection-data.ts";
import type { ConnectionProps } from "./connection-props.ts";
import { FORWARD_KIND_LABEL, FORWARD_LABEL, sentText, toolInWords } from "./connection-text.ts";

export function ForwardsSection({ app, connection }: ConnectionProps) {
  const { id, tool, sent } = connection;
  const forwards = useForwards(app.id, connection);
  const client = useQueryClient();
  const [opened, setOpened] = useState<string | null>(null);
  const [tested, setTested] = useState<string | null>(null);
  const entries = forwards.data?.pages.flatMap(({ data }) => data) ?? [];
  const newest = entries[0] === undefined ? "" : `${entries[0].id} ${entries[0].state} ${entries[0].attempts}`;
  const sentAt = sent?.at;
  // One of the two is read before the other: what is known of both belongs together.
  useEffect(() => {
    if (newest !== "") void client.invalidateQueries({ queryKey: connectionsKey(app.id) });
  }, [newest, client, app.id]);
  useEffect(() => {
    if (sentAt !== undefined) void client.invalidateQueries({ queryKey: forwardsKey(app.id, id) });
  }, [sentAt, client, app.id, id]);
  const test = entries.find((one) => one.id === tested);
  return (
    <Section
      title="Sent"
      hint="What was sent to the tool lately, newest first."
      aside={
        <SendTest
          group="Connection"
          path={connectionsPath(app.id, `/${id}/test`)}
          log={forwardsKey(app.id, id)}
          hindrance={hindranceOf(connection)}
          onSent={(sample) => setTested(sample.id)}
        >
          <TestOutcome test={test} connection={connection} />
        </SendTest>
      }
    >
      <EndlessLog
        log={forwards}
        label="Sent"
        group="Connection"
        isEmpty={entries.length === 0}
        empty={
          <p className={base.needs}>
            Nothing was sent yet. {connection.forwards && "Send a test to see whether it arrives."}
          </p>
        }
      >
        {entries.map((forward) => (
          <LogEntry
            key={forward.id}
            at={forward.created_at}
            mark={<ForwardMark forward={forward} />}
            words={
              <>
                <span className={log.tag}>{FORWARD_KIND_LABEL[forward.kind]}</span>
                {explanation(forward, tool)}
              </>
            }
            link={
              forward.issue_id !== null && (
                <IssueLink app={app.id} issue={{ id: forward.issue_id, code: forward.issue_code ?? "Issue" }} />
              )
            }
            isOpen={opened === forward.id}
            onToggle={() => setOpened(opened === forward.id ? null : forward.id)}
          >
            <Facts label="Outcome" facts={factsOf(forward, tool)} />
            {TOOL_FORMS[tool].isProgram && forward.state !== "pending" && <SendAgain app={app.id} forward={forward} />}
          </LogEntry>
        ))}
      </EndlessLog>
    </Section>
  );
}

function SendAgain({ app, forward: { id } }: { app: string; forward: Forward }) {
  const client = useQueryClient();
  const again = useMutation({
    mutationFn: () => post<Forward>(`/apps/${encodeURIComponent(app)}/forwards/${id}/resend`),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.appPart(app, "forwards") }),
    onError: toastError,
  });
  return (
    <div className={base.actions}>
      <SteadyButton variant="default" busy={again.isPending} onClick={() => again.mutate()}>
        Send again
      </SteadyButton>
    </div>
  );
}

function hindranceOf({ state, forwards, tool }: Connection): string | null {
  if (state === "off") return "Switch the connection on first.";
  if (state === "paused") return "Resume the connection first.";
  return forwards ? null : `Fill in the required fields under To ${toolInWords(tool)} first.`;
}

/** What came of the test that was just sent; it is looked for until it is known. */
function TestOutcome({ test, connection: { state, tool } }: { test: Forward | undefined; connection: Connection }) {
  if (test === undefined || test.outcome === null) return <>The test is on its way.</>;
  if (test.state === "delivered") return <>The test was delivered: look for it in {toolInWords(tool)}.</>;
  const next =
    test.state !== "pending" ? "" : state === "paused" ? " The connection is paused." : " It will be tried again.";
  return (
    <>
      The test failed: {sentText(test.outcome, tool)}
      {next}
    </>
  );
}

const MARK: Record<Forward["state"], [tone: string, icon: IconName]> = {
  pending: ["waiting", "more"],
  delivered: ["raised", "check"],
  failed: ["refused", "close"],
  cancelled: ["waiting", "close"],
};

function ForwardMark({ forward: { state } }: { forward: Forward }) {
  const [tone, icon] = MARK[state];
  return (
    <span className={log.mark} data-tone={tone}>
      <Icon name={icon} size={14} />
      {FORWARD_LABEL[state]}
    </span>
  );
}

function explanation({ state, outcome }: Forward, tool: Connection["tool"]): string {
  if (outcome === null || (state === "delivered" && outcome === "delivered")) return "";
  return sentText(outcome, tool);
}

function factsOf(forward: Forward, tool: Connection["tool"]): [string, ReactNode][] {
  const { id, kind, state, attempts, http_status, created_at, tried_at, finished_at } = forward;
  const facts: [string, ReactNode | null][] = [
    ["What happened", FORWARD_KIND_LABEL[kind]],
    ["State", FORWARD_LABEL[state]],
    ["Explanation", explanation(forward, tool) || null],
    ["Attempts", attempts],
    ["HTTP status", http_status],
    ["Written", exactText(created_at)],
    ["Last tried", tried_at === null ? null : exactText(tried_at)],
    ["Finished", finished_at === null ? null : exactText(finished_at)],
    ["Forward", id],
  ];
  return facts.filter(([, value]) => value !== null);
}
