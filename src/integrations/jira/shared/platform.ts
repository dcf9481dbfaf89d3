// Where Jira Cloud and Jira Data Center differ, and how either is called.
import type { IssueEvent } from "../../../domain/connections/connection.ts";
import { callJson, type ForwardJob, type ForwardResult, resultOf } from "../../toolkit/forwarder.ts";
import { baseOf } from "../../toolkit/tracker/tracker-forwarder.ts";

export interface JiraPlatform {
  /** The version of its interface for programs. */
  api: "/rest/api/2" | "/rest/api/3";
  authorization(credentials: ForwardJob["credentials"]): string;
  /** The texts of an issue in the platform's markup. */
  describe(event: IssueEvent): unknown;
  commentOf(event: IssueEvent): unknown;
  /** What a new item has beside its fields. */
  marks(event: IssueEvent): object;
  /** Where items are searched, and which fields are read beside their state. */
  search: { path: string; fields: readonly string[]; more: object };
  /** Whether an item that was found was made of this event's issue. */
  isMarked(event: IssueEvent, found: unknown): boolean;
}

export interface JiraAnswer {
  sent: ForwardResult;
  data: unknown;
}

export type AskJira = (job: ForwardJob, method: string, path: string, body?: unknown) => Promise<JiraAnswer>;

export function askerOf({ api, authorization }: JiraPlatform): AskJira {
  return async (job, method, path, body) => {
    const url = `${baseOf(job.settings.site_url)}${api}${path}`;
    const headers = { authorization: authorization(job.credentials) };
    const { done, data } = await callJson(job, method, url, headers, body);
    return { sent: resultOf(done), data };
  };
}

export const JIRA_PROJECT_FIELD = { pattern: /^[A-Za-z][\w]*$/, expected: "expected the key of a project" };
