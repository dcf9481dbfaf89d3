// Stands in for the talk about one change, as GitHub (pull request 7 of o/shop) and GitLab (merge request 7 of project 5) keep it.
import { openStandIn, type StandIn } from "./stand-in.ts";

export interface ChangeComments extends StandIn {
  /** Markdown, oldest first. */
  comments: string[];
  /** What GitHub Actions and GitLab CI tell a job of it. */
  github: Record<string, string>;
  gitlab: Record<string, string>;
}

const GITHUB = /^\/repos\/o\/shop\/issues\/(?:7\/comments|comments\/(\d+))$/;
const GITLAB = /^\/projects\/5\/merge_requests\/7\/notes(?:\/(\d+))?$/;

export async function openChangeComments(): Promise<ChangeComments> {
  const comments: string[] = [];
  const standIn = await openStandIn(({ method, path, headers, query, body }) => {
    const isGithub = path.startsWith("/repos");
    const token = isGithub ? headers.authorization : headers["private-token"];
    if (token !== (isGithub ? "Bearer ghs_1" : "glpat-1")) return { status: 401, body: { message: "Bad credentials" } };
    const found = (isGithub ? GITHUB : GITLAB).exec(path);
    if (found === null) return { status: 404, body: { message: "Not Found" } };
    const text = (body as { body?: string } | null)?.body ?? "";
    if (method === "GET") return { status: 200, body: page(Number(query.get("page")), Number(query.get("per_page"))) };
    if (method === "POST") return { status: 201, body: { id: comments.push(text) } };
    if (method !== (isGithub ? "PATCH" : "PUT")) return { status: 404, body: { message: "Not Found" } };
    comments[Number(found[1]) - 1] = text;
    return { status: 200, body: { id: Number(found[1]) } };
  });
  const page = (number: number, size: number) =>
    comments.map((text, i) => ({ id: i + 1, body: text })).slice((number - 1) * size, number * size);
  return {
    ...standIn,
    comments,
    github: { GITHUB_API_URL: standIn.url, GITHUB_REPOSITORY: "o/shop" },
    gitlab: { CI_API_V4_URL: standIn.url, CI_PROJECT_ID: "5", CI_MERGE_REQUEST_IID: "7" },
  };
}
