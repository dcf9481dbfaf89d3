// Issues in few words, for a list, and in all that matters, for one.
import type { z } from "zod";
import { issueUrl } from "../../domain/issue-fixed.ts";
import { oneLine } from "../../lib/text.ts";
import { listIssueCodes } from "../../storage/issue-codes.ts";
import type { IssueSchema } from "../../wire/issue.ts";
import type { Told, ToolContext } from "./tool.ts";

export type Issue = z.infer<typeof IssueSchema>;

/** Of a text, in a list. */
const SHOWN = 200;

export function shortened(text: string, most = SHOWN): string {
  const line = oneLine(text);
  return line.length <= most ? line : `${line.slice(0, most).toWellFormed()}…`;
}

/** A line for each, and the fields by which one is picked. */
export async function tellIssues({ reader }: ToolContext, issues: readonly Issue[]): Promise<Told> {
  const codes = await listIssueCodes(
    reader,
    issues.map(({ id }) => id),
  );
  const lines = issues.map((issue) => `- ${codes.get(issue.id)} ${lineOf(issue)}`);
  return {
    text: lines.join("\n"),
    data: {
      issues: issues.map((issue) => ({
        code: codes.get(issue.id),
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

/** One issue with all its fields, its code and its address; `said` stands above. */
export async function tellIssue({ reader, baseUrl }: ToolContext, issue: Issue, said = ""): Promise<Told> {
  const code = (await listIssueCodes(reader, [issue.id])).get(issue.id)!;
  const facts = [
    `${code} ${lineOf({ ...issue, text: "" })}`,
    `id ${issue.id}, ${issueUrl(baseUrl, issue.id)}`,
    `raised by ${issue.raised_by} at ${issue.raised_at}`,
    issue.edited_by === null ? null : `edited by ${issue.edited_by} at ${issue.edited_at}`,
    issue.fixed_by === null ? null : `fixed by ${issue.fixed_by} at ${issue.fixed_at}`,
    issue.still_open_on.length === 0 ? null : `still open on ${issue.still_open_on.join(", ")}`,
    issue.confirmed_fixed_by === null ? null : `fix confirmed by ${issue.confirmed_fixed_by}`,
    issue.assignees.length === 0 ? null : `assigned to ${issue.assignees.join(", ")}`,
    issue.webhook?.link == null ? null : `reported at ${issue.webhook.link}`,
  ].filter((line) => line !== null);
  const text = `${said === "" ? "" : `${said}\n`}${facts.join("\n")}\n\n${issue.text}`;
  return { text, data: { issue: { code, url: issueUrl(baseUrl, issue.id), ...issue } } };
}

function lineOf({ app, check, status, priority, platforms, all_platforms, text }: Issue): string {
  const where = check === null ? app.name : `${app.name}, ${check.ref} ${shortened(check.title, 80)}`;
  const on = all_platforms ? "every platform" : platforms.join(", ");
  const words = `[${[status, priority].filter((word) => word !== null).join(", ")}] ${where} (${on})`;
  return text === "" ? words : `${words}: ${shortened(text)}`;
}
