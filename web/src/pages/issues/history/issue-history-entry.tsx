// One thing that happened to an issue, in a sentence, with what it replaced.
import type { ReactNode } from "react";
import type { Priority } from "../../../../../src/wire/lists.ts";
import type { HistoryEntry as Entry } from "../../../api/types.ts";
import { Ago } from "../../../components/display/times.tsx";
import { httpLink, Name, PRIORITY_LABEL } from "../fields/issue-labels.tsx";
import { ComparedText } from "./compared-text.tsx";
import classes from "./issue-history-entry.module.css";

const SENTENCE: Record<Entry["kind"], string> = {
  raised: "raised the issue",
  edited: "edited the issue",
  fixed: "fixed the issue",
  partly_fixed: "fixed the issue on some platforms",
  reopened: "reopened the issue",
  confirmed: "confirmed the fix",
  unconfirmed: "took the confirmation back",
  verified: "passed the last retest of the fix",
  attached: "attached a file",
  detached: "removed a file",
  assigned: "changed who is assigned",
  moved: "placed the issue",
  commented: "commented",
  comment_edited: "edited a comment",
  comment_deleted: "deleted a comment",
};

interface Moved {
  from: NamedPlace | null;
  to: NamedPlace | null;
}

interface NamedPlace {
  ref: string;
  title: string;
}

/** What the server keeps of a change; each is there only where it changed. */
interface Changes {
  text?: { from: string; to: string };
  platforms?: { from: string[]; to: string[] };
  priority?: { from: Priority | null; to: Priority | null };
  assignees?: { from: string[]; to: string[] };
  attachment?: { name: string };
  /** An issue is on a check, in a section, or neither: never both. */
  check?: Moved;
  section?: Moved;
  fixed_on?: string[];
  pull_request?: { number: number; url: string; repo: string };
}

export function IssueHistoryEntry({ entry, labelOf }: { entry: Entry; labelOf(code: string): string }) {
  const { at, by, kind } = entry;
  const changes = entry.changes as Changes;
  const { text, platforms, priority, assignees, attachment, fixed_on: fixedOn, pull_request: pull } = changes;
  const names = (codes: readonly string[]) => (codes.length === 0 ? "all platforms" : codes.map(labelOf).join(", "));
  const address = httpLink(pull?.url);
  return (
    <li className={classes.entry} data-kind={kind}>
      <p className={classes.line}>
        <Name text={by} className={classes.by} /> {SENTENCE[kind] ?? kind}
        {attachment !== undefined && (
          <>
            : <bdi>{attachment.name}</bdi>
          </>
        )}
        {fixedOn !== undefined && fixedOn.length > 0 && <>: {names(fixedOn)}</>}
        {pull !== undefined && pull !== null && (
          <>
            {" in "}
            {address === null ? (
              <bdi>{`${pull.repo} #${pull.number}`}</bdi>
            ) : (
              <a href={address} target="_blank" rel="noopener noreferrer nofollow">
                <bdi>{`${pull.repo} #${pull.number}`}</bdi>
              </a>
            )}
          </>
        )}{" "}
        <span className={classes.time}>
          <Ago at={at} />
        </span>
      </p>
      {kind === "edited" && platforms !== undefined && (
        <Change name="Platforms" from={names(platforms.from)} to={names(platforms.to)} />
      )}
      {kind === "edited" && priority !== undefined && (
        <Change name="Priority" from={priorityWord(priority.from)} to={priorityWord(priority.to)} />
      )}
      {kind === "moved" && <PlaceChange check={changes.check} section={changes.section} />}
      {assignees !== undefined && <Change name="Assigned to" from={people(assignees.from)} to={people(assignees.to)} />}
      {kind === "edited" && text !== undefined && <ComparedText before={text.from} after={text.to} />}
    </li>
  );
}

function PlaceChange({ check, section }: Pick<Changes, "check" | "section">) {
  const from = check?.from ?? section?.from ?? null;
  const to = check?.to ?? section?.to ?? null;
  return <Change name="Belongs to" from={placeWord(from)} to={placeWord(to)} />;
}

function placeWord(place: NamedPlace | null): string {
  return place === null ? "no check" : `${place.ref} ${place.title}`;
}

function Change({ name, from, to }: { name: string; from: ReactNode; to: ReactNode }) {
  return (
    <p className={classes.change}>
      {name}: <bdi>{from}</bdi> <span aria-hidden="true">→</span>
      <span className="sr-only">became</span> <bdi className={classes.to}>{to}</bdi>
    </p>
  );
}

function priorityWord(priority: Priority | null): string {
  return priority === null ? "none" : PRIORITY_LABEL[priority].toLowerCase();
}

function people(names: readonly string[]): string {
  return names.length === 0 ? "nobody" : names.join(", ");
}
