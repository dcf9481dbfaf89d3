// The comment on the pull or merge request that a CI job tests: there is one, which every further run changes.
import { readFileSync } from "node:fs";
import { VERSION } from "../../lib/version.ts";
import type { Terminal } from "../terminal.ts";

/** Where a change is talked about: the comments are listed at an address, and each has one of its own. */
interface Talk {
  listUrl: string;
  /** The address of one comment. */
  urlOf(id: number): string;
  changeMethod: "PATCH" | "PUT";
  headers: Record<string, string>;
}

const WITHIN_MS = 30_000;
const PAGE = 100;
/** Pages of comments that are searched; nobody reads more. */
const MOST_PAGES = 30;

/** Gives what was done, or why nothing was: a job is not to fail because of that. */
export async function commentOnChange(env: Terminal["env"], name: string, markdown: string): Promise<string> {
  const talk = talkOf(env);
  if (typeof talk === "string") return talk;
  // Characters that could end it are escaped.
  const marker = `<!-- retest ${encodeURIComponent(name)} -->`;
  const body = `${marker}\n${markdown}`;
  try {
    const own = await findOwn(talk, marker);
    // Somebody else's comment that has the marker can't be changed.
    if (own !== null && (await send(talk, talk.changeMethod, talk.urlOf(own), body)).ok)
      return "The comment was updated.";
    const added = await send(talk, "POST", talk.listUrl, body);
    return added.ok ? "A comment was added." : `No comment: ${added.status} from ${talk.listUrl}.`;
  } catch (error) {
    const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException };
    return `No comment: ${talk.listUrl} can't be reached (${cause?.code ?? message}).`;
  }
}

async function findOwn(talk: Talk, marker: string): Promise<number | null> {
  for (let page = 1; page <= MOST_PAGES; page++) {
    const response = await send(talk, "GET", `${talk.listUrl}?per_page=${PAGE}&page=${page}`);
    const comments: unknown = response.ok ? await response.json() : null;
    if (!Array.isArray(comments)) return null;
    const own = comments.find(({ body }) => typeof body === "string" && body.startsWith(marker));
    if (own !== undefined) return own.id;
    if (comments.length < PAGE) return null;
  }
  return null;
}

function send({ headers }: Talk, method: string, url: string, body?: string): Promise<Response> {
  return fetch(url, {
    method,
    headers: { "user-agent": `retest/${VERSION}`, "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify({ body }) }),
    signal: AbortSignal.timeout(WITHIN_MS),
  });
}

/** The address of a pull request's comments, or a sentence that says why there is none. */
function talkOf(env: Terminal["env"]): Talk | string {
  if (env.GITHUB_ACTIONS) return githubTalk(env);
  if (env.GITLAB_CI) return gitlabTalk(env);
  return "No comment: this is no job of GitHub Actions or GitLab CI.";
}

function githubTalk(env: Terminal["env"]): Talk | string {
  const number = pullRequestOf(env.GITHUB_EVENT_PATH);
  if (number === null) return "No comment: the job is for no pull request.";
  if (!env.GITHUB_TOKEN) return "No comment: GITHUB_TOKEN is not set.";
  const repository = `${env.GITHUB_API_URL ?? "https://api.github.com"}/repos/${env.GITHUB_REPOSITORY}`;
  return {
    listUrl: `${repository}/issues/${number}/comments`,
    urlOf: (id) => `${repository}/issues/comments/${id}`,
    changeMethod: "PATCH",
    headers: {
      authorization: `Bearer ${env.GITHUB_TOKEN}`,
      accept: "application/vnd.github+json",
      "x-github-api-version": "2022-11-28",
    },
  };
}

function gitlabTalk(env: Terminal["env"]): Talk | string {
  if (!env.CI_MERGE_REQUEST_IID) return "No comment: the job is for no merge request.";
  if (!env.GITLAB_TOKEN) return "No comment: GITLAB_TOKEN is not set.";
  const listUrl = `${env.CI_API_V4_URL}/projects/${env.CI_PROJECT_ID}/merge_requests/${env.CI_MERGE_REQUEST_IID}/notes`;
  return {
    listUrl,
    urlOf: (id) => `${listUrl}/${id}`,
    changeMethod: "PUT",
    headers: { "private-token": env.GITLAB_TOKEN },
  };
}

/** The event that started the job says it; a job that runs after another one is told of that one's pull requests. */
function pullRequestOf(path: string | undefined): number | null {
  try {
    const event = JSON.parse(readFileSync(path ?? "", "utf8"));
    return event.pull_request?.number ?? event.workflow_run?.pull_requests?.[0]?.number ?? null;
  } catch {
    return null;
  }
}
