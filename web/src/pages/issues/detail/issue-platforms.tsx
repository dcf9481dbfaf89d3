// Each platform of an issue with where it stands there.
import type { Status } from "../../../api/types.ts";
import { StatusShape } from "../../../components/display/status.tsx";
import { Ago } from "../../../components/display/times.tsx";
import type { PlatformState, PlatformStateKind } from "../data/platform-state.ts";
import { httpLink, Name } from "../fields/issue-labels.tsx";
import { IssueSection } from "../fields/issue-section.tsx";
import classes from "./issue-platforms.module.css";

const SAID: Record<PlatformStateKind, { word: string; status: Status }> = {
  open: { word: "Open", status: "failed" },
  needs_retest: { word: "Needs retest", status: "needs_retest" },
  passed: { word: "Passed", status: "passed" },
  failed_again: { word: "Failed again", status: "failed" },
  other_issue: { word: "Another issue is open", status: "failed" },
  fixed: { word: "Fixed", status: "needs_retest" },
  confirmed: { word: "Confirmed", status: "passed" },
  not_applicable: { word: "Not applicable", status: "not_applicable" },
};

export function IssuePlatforms({ states }: { states: readonly PlatformState[] }) {
  if (states.length === 0) return null;
  return (
    <IssueSection title="Platforms">
      <ul className={classes.platforms}>
        {states.map((state) => (
          <PlatformLine key={state.code} state={state} />
        ))}
      </ul>
    </IssueSection>
  );
}

function PlatformLine({ state: { label, kind, fix, result } }: { state: PlatformState }) {
  const { word, status } = SAID[kind];
  const address = httpLink(fix?.pullRequest?.url);
  return (
    <li className={classes.platform}>
      <bdi className={classes.name}>{label}</bdi>
      <span className={classes.state} data-status={status}>
        <StatusShape status={status} /> {word}
      </span>
      {fix !== null && (
        <span className={classes.how}>
          Fixed by <Name text={fix.by} />, <Ago at={fix.at} />
          {fix.pullRequest !== null && (
            <>
              {" in "}
              {address === null ? (
                <bdi>{pullRequestName(fix.pullRequest)}</bdi>
              ) : (
                <a href={address} target="_blank" rel="noopener noreferrer nofollow">
                  <bdi>{pullRequestName(fix.pullRequest)}</bdi>
                </a>
              )}
            </>
          )}
          {result !== null && (
            <>
              {kind === "passed" ? "; passed by " : "; failed by "}
              <Name text={result.by} />, <Ago at={result.at} />
            </>
          )}
        </span>
      )}
    </li>
  );
}

function pullRequestName({ repo, number }: { repo: string; number: number }): string {
  return `${repo} #${number}`;
}
