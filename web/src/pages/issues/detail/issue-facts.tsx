// Who, where from and where to: the facts beside an issue's text, some of which can be changed in place.
import { Link } from "wouter";
import { useHasRole } from "../../../api/session.tsx";
import type { App, Issue, Watching } from "../../../api/types.ts";
import word from "../../../components/buttons/word-button.module.css";
import { Ago } from "../../../components/display/times.tsx";
import type { IssueActions } from "../data/issue-actions.ts";
import type { Colleague } from "../data/issue-data.ts";
import { placeOfIssue } from "../data/issue-place.ts";
import { AssigneePicker } from "../fields/assignee-picker.tsx";
import { Name, PriorityMark, viaLabel } from "../fields/issue-labels.tsx";
import { PersonMark } from "../fields/person-mark.tsx";
import { PlacePicker } from "../fields/place-picker.tsx";
import { PriorityPicker } from "../fields/priority-picker.tsx";
import { ReportCount } from "../fields/report-count.tsx";
import { Fact, Outside } from "./fact.tsx";
import classes from "./issue-facts.module.css";
import { LinkedItems } from "./linked-items.tsx";
import { ReporterFact } from "./reporter-fact.tsx";

interface FactsProps {
  issue: Issue;
  app: App | undefined;
  isOfApp: boolean;
  people: readonly Colleague[] | undefined;
  actions: IssueActions;
  watching: Watching | undefined;
  onWatch(): void;
  picking: FactPart | null;
  onPicking(what: FactPart | null): void;
}

/** Reasons why the reader is told of comments and the fix. */
const WATCH_WORDS: Record<NonNullable<Watching["reason"]> | "not", string> = {
  raised: "You raised it.",
  assigned: "You were assigned.",
  mentioned: "You were mentioned.",
  commented: "You commented.",
  chosen: "You watch it.",
  not: "You don't.",
};

/** Facts that can be changed in place. */
export type FactPart = "assignees" | "priority" | "place";

export function IssueFacts({ issue, app, isOfApp, people, actions, picking, onPicking, ...props }: FactsProps) {
  const mayEdit = useHasRole("tester");
  const { check, webhook, reporter } = issue;
  const section = app?.sections.find(({ id }) => id === issue.section_id);
  return (
    <aside className={classes.facts} aria-label="Details">
      <dl className={classes.list}>
        <Fact name="Priority">
          {mayEdit ? (
            <PriorityPicker
              value={issue.priority}
              opened={picking === "priority"}
              onOpened={(opened) => onPicking(opened ? "priority" : null)}
              onPick={(priority) => void actions.setPriority(priority)}
            />
          ) : issue.priority === null ? (
            <span className={classes.soft}>None</span>
          ) : (
            <PriorityMark priority={issue.priority} withWord />
          )}
        </Fact>
        <Fact name="Assigned to">
          {mayEdit ? (
            <AssigneePicker
              assigned={issue.assignees}
              people={people}
              opened={picking === "assignees"}
              onOpened={(opened) => onPicking(opened ? "assignees" : null)}
              onAssign={(chosen) => void actions.assign(chosen)}
            />
          ) : issue.assignees.length === 0 ? (
            <span className={classes.soft}>Nobody</span>
          ) : (
            <span className={classes.people}>
              {issue.assignees.map((name) => (
                <span key={name} className={classes.person}>
                  <PersonMark name={name} />
                  <bdi aria-hidden="true">{name}</bdi>
                </span>
              ))}
            </span>
          )}
        </Fact>
        {!isOfApp && (
          <Fact name="App">
            <Link href={`/apps/${issue.app.id}`} className={classes.link}>
              <bdi>{issue.app.name}</bdi>
            </Link>
          </Fact>
        )}
        {(check !== null || section !== undefined || mayEdit) && (
          <Fact name="Belongs to">
            <PlaceLink issue={issue} section={section} />
            {mayEdit && app !== undefined && (
              <PlacePicker
                app={app}
                value={placeOfIssue(issue)}
                opened={picking === "place"}
                onOpened={(opened) => onPicking(opened ? "place" : null)}
                onPick={(place) => void actions.place(place)}
              >
                {check === null ? "Place on a check" : "Move"}
              </PlacePicker>
            )}
          </Fact>
        )}
        {props.watching !== undefined && (
          <Fact name="Watching">
            {WATCH_WORDS[props.watching.reason ?? "not"]}{" "}
            <button type="button" className={word.button} onClick={props.onWatch}>
              {props.watching.watching ? "Stop watching" : "Watch"}
            </button>
          </Fact>
        )}
        <Fact name="Raised">
          <Ago at={issue.raised_at} /> by <Name text={issue.raised_by} />
        </Fact>
        {reporter !== null && <ReporterFact reporter={reporter} />}
        <Fact name="Channel">{issue.via === null ? "The interface" : viaLabel(issue.via)}</Fact>
        {webhook !== null && (webhook.source !== null || webhook.external_id !== null || webhook.link !== null) && (
          <Fact name="Source">
            <Outside address={webhook.link} text={webhook.source ?? "Open in the tool"} />
            {webhook.external_id !== null && (
              <>
                {" "}
                <Name text={webhook.external_id} className={classes.soft} />
              </>
            )}
          </Fact>
        )}
        {webhook !== null && (
          <Fact name="Reports">
            <ReportCount webhook={webhook} />
          </Fact>
        )}
        <LinkedItems issue={issue} />
        {issue.edited_at !== null && (
          <Fact name="Edited">
            <Ago at={issue.edited_at} /> by <Name text={issue.edited_by} />
          </Fact>
        )}
        {issue.confirmed_fixed_at !== null && (
          <Fact name="Fix confirmed">
            <Ago at={issue.confirmed_fixed_at} /> by <Name text={issue.confirmed_fixed_by} />
          </Fact>
        )}
      </dl>
    </aside>
  );
}

function PlaceLink({ issue, section }: { issue: Issue; section: App["sections"][number] | undefined }) {
  const { check } = issue;
  const home = `/apps/${issue.app.id}`;
  if (check !== null) {
    return (
      <Link href={`${home}?${checkParams(check.id, issue.platforms)}`} className={classes.place}>
        <bdi>{check.ref}</bdi> <bdi>{check.title}</bdi>
      </Link>
    );
  }
  if (section === undefined) return <span className={`${classes.place} ${classes.soft}`}>No check</span>;
  return (
    <Link href={`${home}?section=${encodeURIComponent(section.id)}`} className={classes.place}>
      <bdi>{section.title}</bdi>
    </Link>
  );
}

/** An issue on one platform leads to the cell of that. */
function checkParams(check: string, platforms: readonly string[]): URLSearchParams {
  return new URLSearchParams(platforms.length === 1 ? { check, on: platforms[0]! } : { check });
}
