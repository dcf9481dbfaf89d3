// Calls to Redmine, and what it knows of a project.
import { fieldAt, listAt, textAt } from "../../lib/formats/untrusted-fields.ts";
import { callJson, type ForwardJob, type ForwardResult, resultOf } from "../toolkit/forwarder.ts";
import { baseOf, ended } from "../toolkit/tracker/tracker-forwarder.ts";

export interface RedmineAnswer {
  sent: ForwardResult;
  data: unknown;
}

export async function askRedmine(
  job: ForwardJob,
  method: string,
  path: string,
  body?: unknown,
): Promise<RedmineAnswer> {
  const headers = { "x-redmine-api-key": job.credentials.api_key! };
  const { done, data } = await callJson(job, method, baseOf(job.settings.site_url) + path, headers, body);
  return { sent: resultOf(done), data };
}

export interface RedmineProject {
  sent: ForwardResult;
  /** The id of the tracker that the settings name; null where they name none. */
  trackerId: number | null;
}

/** The project, if issues can be made in it; else `sent` says what is missing. */
export async function findProject(job: ForwardJob): Promise<RedmineProject> {
  const path = `/projects/${encodeURIComponent(projectOf(job))}.json?include=trackers,enabled_modules`;
  const { sent, data } = await askRedmine(job, "GET", path);
  if (sent.end !== "delivered") return { sent, trackerId: null };
  const project = fieldAt(data, "project");
  const modules = listAt(project, "enabled_modules").map((one) => textAt(one, "name"));
  if (!modules.includes("issue_tracking")) return lacking("issues_are_off", sent);
  const { issue_type } = job.settings;
  if (issue_type === undefined) return { sent, trackerId: null };
  const wanted = String(issue_type).toLowerCase();
  const tracker = listAt(project, "trackers").find((one) => textAt(one, "name").toLowerCase() === wanted);
  const id = fieldAt(tracker, "id");
  return typeof id === "number" ? { sent, trackerId: id } : lacking("no_such_type", sent);
}

export function projectOf({ settings }: ForwardJob): string {
  return String(settings.project);
}

function lacking(outcome: string, { httpStatus }: ForwardResult): RedmineProject {
  return { sent: ended("stopped", outcome, httpStatus), trackerId: null };
}
