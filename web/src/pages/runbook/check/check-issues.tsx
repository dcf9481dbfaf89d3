// The issues of a check, the open ones first.
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { pathWith, request } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import type { Issue, Page } from "../../../api/types.ts";
import { Ago } from "../../../components/display/times.tsx";
import classes from "./check-detail.module.css";

const MAX_SHOWN = 20;

export function CheckIssues({ app, check, isCurrent }: { app: string; check: string; isCurrent: boolean }) {
  const { data } = useQuery({
    queryKey: queryKeys.appPart(app, "check-issues", check),
    queryFn: ({ signal }) => {
      const path = pathWith("/issues", { app, check, status: "all", limit: MAX_SHOWN });
      return request<Page<Issue>>("GET", path, undefined, signal);
    },
  });
  if (!isCurrent || data === undefined || data.data.length === 0) return null;
  const issues = data.data.toSorted((a, b) => Number(a.status === "fixed") - Number(b.status === "fixed"));
  return (
    <section className={classes.part} aria-label="Issues">
      <h3 className={classes.heading}>Issues</h3>
      <ul className={classes.issues}>
        {issues.map((issue) => (
          <li key={issue.id}>
            <Link href={`/apps/${app}/issues/${issue.id}`} className={classes.issue}>
              <span className={classes.issueState} data-state={issue.status}>
                {issue.status === "open" ? "Open" : "Fixed"}
              </span>
              <span className={classes.issueText}>
                <bdi>{issue.text.split("\n", 1)[0]}</bdi>
                <span className={classes.soft}>
                  {issue.code}, <bdi>{issue.raised_by}</bdi>, <Ago at={issue.raised_at} />
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {data.next_cursor !== null && <p className={classes.soft}>There are more on the issues page.</p>}
    </section>
  );
}
