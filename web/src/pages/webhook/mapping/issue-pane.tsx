// The third pane: the issue that the payload would raise, and for each field what supplied it, or why nothing did.
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { App, Preview } from "../../../api/types.ts";
import { Icon } from "../../../components/display/icons.tsx";
import base from "../../../components/layout/section.module.css";
import classes from "./issue-pane.module.css";
import panes from "./mapping.module.css";
import type { PreviewOutcome } from "./use-preview.ts";

type Field = Preview["fields"][number];

const FIELD_WORD: Record<string, string> = {
  title: "Title",
  description: "Description",
  url: "Page",
  link: "Link back",
  external_id: "External id",
  priority: "Priority",
  platforms: "Platforms",
  reporter: "Reporter",
  source: "Source",
  recovered: "Recovered",
  check: "Check",
  section: "Section",
};

/** What becomes of a recovery. */
const RECOVERY: Record<NonNullable<Preview["recovery"]>, [title: string, then: string]> = {
  raise: ["This is a recovery", "Recoveries are treated like any delivery: without an open issue it raises this one."],
  ignore: ["This is a recovery: it would be ignored", "It raises nothing, and an open issue stays open."],
  fix: [
    "This is a recovery: it would fix the issue",
    "The open issue with this external id is marked fixed. Without one, nothing happens.",
  ],
};

const IGNORED = "This would be ignored: it is a message of a kind that reports nothing.";

interface Props {
  app: App;
  preview: UseQueryResult<PreviewOutcome>;
  hasPayload: boolean;
}

export function IssuePane({ app, preview: { data, error, isPlaceholderData }, hasPayload }: Props) {
  return (
    <section className={panes.pane} data-name="issue" aria-label="The issue it would raise">
      <div className={panes.paneHead}>
        <h2>The issue it would raise</h2>
      </div>
      <p className="sr-only" role="status">
        {data === undefined ? "" : summaryOf(data)}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className={panes.paneBody} data-stale={isPlaceholderData || undefined} aria-label="Outcome" tabIndex={0}>
        {!hasPayload && data === undefined ? (
          <p className={panes.paneNote}>Choose or paste a payload to see the issue here. Nothing is raised.</p>
        ) : error !== null ? (
          <Refused>{error.message}</Refused>
        ) : data === undefined ? null : (
          <Outcome app={app} tried={data} />
        )}
      </section>
    </section>
  );
}

/** What changed, for whoever hears the page: the rest is at hand. */
function summaryOf({ preview, refusal }: PreviewOutcome): string {
  const issue = preview?.issue ?? null;
  if (preview != null && preview.recovery !== null) return `${RECOVERY[preview.recovery].join(". ")}`;
  if (issue !== null) return `It would raise: ${issue.title}`;
  if (preview?.ignored === true) return IGNORED;
  return `It would be refused: ${refusal ?? preview?.error?.message ?? ""}`;
}

function Outcome({ app, tried: { preview, refusal } }: { app: App; tried: PreviewOutcome }) {
  if (preview === null) return <Refused>{refusal}</Refused>;
  const { issue, error, recovery, ignored, fields, items } = preview;
  const isRaised = recovery === null || recovery === "raise";
  if (items?.length === 0) return <p className={panes.paneNote}>The list has no items, so nothing would be raised.</p>;
  return (
    <>
      {items !== null && <Items items={items} />}
      {recovery !== null && <Recovery rule={recovery} />}
      {issue !== null && isRaised && <IssueCard app={app} issue={issue} />}
      {ignored ? <p className={panes.paneNote}>{IGNORED}</p> : issue === null && <Refused>{error?.message}</Refused>}
      <h3 className={classes.reasonsTitle}>Where each field comes from</h3>
      <dl className={classes.reasons}>
        {fields.map((field) => (
          <div key={field.field} data-empty={isEmpty(field) || undefined}>
            <dt>{FIELD_WORD[field.field] ?? field.field}</dt>
            <dd>
              {!isEmpty(field) && <bdi className={classes.value}>{valueText(app, field)}</bdi>}
              <Reason field={field} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Each item of a list; what follows it is about the first. */
function Items({ items }: { items: NonNullable<Preview["items"]> }) {
  return (
    <section className={classes.items} aria-label="Items">
      <h3 className={classes.reasonsTitle}>
        {items.length === 1
          ? "The list has one item"
          : `One for each of ${items.length} items; the first in full below`}
      </h3>
      <ol>
        {items.map(({ issue, error, recovery, ignored }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no other name than their place
          <li key={at}>
            <bdi>{ignored ? "Ignored: it reports nothing" : (issue?.title ?? error?.message)}</bdi>
            {recovery !== null && recovery !== "raise" && ` (${recovery === "fix" ? "would be fixed" : "ignored"})`}
          </li>
        ))}
      </ol>
    </section>
  );
}

function IssueCard({ app, issue }: { app: App; issue: NonNullable<Preview["issue"]> }) {
  const rest = issue.text.slice(issue.title.length).trimStart();
  const platforms = issue.all_platforms
    ? "Every platform"
    : issue.platforms.map((code) => labelOf(app, code)).join(", ");
  return (
    <article className={classes.card} aria-label="Issue">
      <h3>
        <bdi>{issue.title}</bdi>
      </h3>
      {rest !== "" && <p className={classes.cardText}>{rest}</p>}
      <p className={classes.cardMeta}>
        <span>{issue.priority === null ? "No priority" : `Priority ${issue.priority}`}</span>
        <span>
          <bdi>{platforms}</bdi>
        </span>
        <Place app={app} issue={issue} />
        <span>
          <bdi>{issue.raised_by}</bdi>
        </span>
      </p>
    </article>
  );
}

function Place({ app, issue: { check, section_id: id } }: { app: App; issue: NonNullable<Preview["issue"]> }) {
  const section = app.sections.find((one) => one.id === id);
  if (check === null && section === undefined) return null;
  return (
    <span>
      {check === null ? "In " : "On "}
      <bdi>{check === null ? section?.title : `${check.ref} ${check.title}`}</bdi>
    </span>
  );
}

function Recovery({ rule }: { rule: NonNullable<Preview["recovery"]> }) {
  const [title, then] = RECOVERY[rule];
  return (
    <div className={classes.recovery}>
      <Icon name="check" />
      <div>
        <strong>{title}</strong>
        <p>{then}</p>
        <a className={base.go} href="#setup">
          Change what recoveries do
        </a>
      </div>
    </div>
  );
}

function Refused({ children }: { children: ReactNode }) {
  return (
    <div className={classes.refused}>
      <Icon name="warning" />
      <div>
        <strong>This would be refused</strong>
        <p>{children}</p>
      </div>
    </div>
  );
}

function Reason({ field: { from, expression, alternative, why } }: { field: Field }) {
  // The template itself is long, and stands beside.
  const isTemplate = from === "mapping" && expression?.includes("{") === true;
  return (
    <span className={classes.reason}>
      {from === "preset" && expression === null && "Set by the preset. "}
      {expression !== null && (
        <>
          {from === "native" ? "Retest's own field " : isTemplate ? "Your template, filled by " : "Your expression "}
          <code>{alternative ?? expression}</code>
          {alternative !== null && alternative !== expression && !isTemplate && (
            <>
              , of <code>{expression}</code>
            </>
          )}
          {why !== null && ". "}
        </>
      )}
      {why}
    </span>
  );
}

function isEmpty({ value }: Field): boolean {
  return value === null || value.length === 0;
}

function valueText(app: App, { field, value }: Field): string {
  if (typeof value === "string") return value;
  return (value ?? []).map((one) => (field === "platforms" ? labelOf(app, one) : one)).join(", ");
}

function labelOf({ platforms }: App, code: string): string {
  return platforms.find((platform) => platform.code === code)?.label ?? code;
}
