// Issues in few words, for a list, and in all that matters, for one.
import type { z } from "zod";
import { ASSISTANT_TEXT } from "../../domain/limits/assistant-limits.ts";
import { oneLine } from "../../lib/text/text.ts";
import type { IssueSchema } from "../../wire/issues/issue.ts";
import type { McpToolResult } from "./mcp-tool.ts";

export type IssueAnswer = z.infer<typeof IssueSchema>;

export function shortened(text: string, most = ASSISTANT_TEXT): string {
  const line = oneLine(text);
  return line.length <= most ? line : `${line.slice(0, most).toWellFormed()}…`;
}

/** A line for each, and the fields by which one is picked. */
export function tellIssues(issues: readonly IssueAnswer[]): McpToolResult {
  const lines = issues.map((issue) => `- ${issue.code} ${lineOf(issue)}`);
  return {
    text: lines.join("\n"),
    data: {
      issues: issues.map((issue) => ({
        code: issue.code,
        url: issue.url,
        id: issue.id,
        app: issue.app.name,
        check: issue.check?.ref ?? null,
        status: issue.status,
        priority: issue.priority,
        platforms: issue.platforms,
        all_platforms: issue.all_platforms,
        text: shortened(issue.text),
        raised_by: issue.raised_by,
        raised_at: issue.raised_at,
        fixed_at: issue.fixed_at,
      })),
    },
  };
}

/** One issue with all its fields; `said` stands above. */
export function tellIssue(issue: IssueAnswer, said = ""): McpToolResult {
  const { webhook } = issue;
  const facts = [
    `${issue.code} ${lineOf({ ...issue, text: "" })}`,
    `id ${issue.id}, ${issue.url}`,
    `raised by ${issue.raised_by} at ${issue.raised_at}`,
    issue.edited_by === null ? null : `edited by ${issue.edited_by} at ${issue.edited_at}`,
    issue.fixed_by === null ? null : `fixed by ${issue.fixed_by} at ${issue.fixed_at}`,
    issue.still_open_on.length === 0 ? null : `still open on ${issue.still_open_on.join(", ")}`,
    issue.confirmed_fixed_by === null ? null : `fix confirmed by ${issue.confirmed_fixed_by}`,
    issue.assignees.length === 0 ? null : `assigned to ${issue.assignees.join(", ")}`,
    webhook === null ? null : `reported ${timesOf(webhook.deliveries)}, last at ${webhook.last_delivery_at}`,
    webhook?.link == null ? null : `see ${webhook.link}`,
  ].filter((line) => line !== null);
  const text = `${said === "" ? "" : `${said}\n`}${facts.join("\n")}\n\n${issue.text}`;
  return { text, data: { issue } };
}

function timesOf(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}

function lineOf({ app, check, status, priority, platforms, all_platforms, text }: IssueAnswer): string {
  const where = check === null ? app.name : `${app.name}, ${check.ref} ${shortened(check.title, 80)}`;
  const on = all_platforms ? "every platform" : platforms.join(", ");
  const words = `[${[status, priority].filter((word) => word !== null).join(", ")}] ${where} (${on})`;
  return text === "" ? words : `${words}: ${shortened(text)}`;
}
