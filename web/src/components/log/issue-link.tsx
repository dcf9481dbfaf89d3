// The code of an issue, which leads to it.
import { Link } from "wouter";
import classes from "./log.module.css";

export function IssueLink({ app, issue }: { app: string; issue: { id: string; code: string } }) {
  return (
    <Link className={classes.issue} href={`/apps/${app}/issues/${issue.id}`}>
      {issue.code}
    </Link>
  );
}
