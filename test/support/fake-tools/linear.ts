// Stands in for Linear: one team's issues behind GraphQL, checked as Linear checks them.
import { complaints, isText, openStandIn, type StandIn, type StandInAnswer, type StandInRequest } from "./stand-in.ts";

export interface LinearIssue {
  id: string;
  identifier: string;
  title: string;
  description: string;
  priority: number;
  stateId: string;
  updatedAt: string;
  comments: { id: string; body: string }[];
}

export interface Linear extends StandIn {
  key: string;
  team: { id: string; key: string; name: string };
  issues: LinearIssue[];
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const STATES = [
  { id: "state-done-2", type: "completed", position: 5 },
  { id: "state-done", type: "completed", position: 4 },
  { id: "state-todo", type: "unstarted", position: 1 },
  { id: "state-doing", type: "started", position: 2 },
  { id: "state-canceled", type: "canceled", position: 6 },
];

export async function openLinear(): Promise<Linear> {
  const key = "lin_api_1";
  const team = { id: "9e383f51-2629-4f19-97ff-451cc2f0a0ad", key: "NIM", name: "Nimbus" };
  const issues: LinearIssue[] = [];
  const standIn = await openStandIn((asked, problem) => {
    if (asked.method !== "POST" || asked.headers["content-type"] !== "application/json") problem("no GraphQL request");
    if (asked.headers.authorization !== key) return failed("AUTHENTICATION_ERROR", "authentication error", 401);
    return answer(asked);
  });
  const answer = ({ body }: StandInRequest): StandInAnswer => {
    const { query, variables } = body as { query: string; variables: Record<string, never> };
    if (query.includes("teams("))
      return { status: 200, body: { data: { teams: { nodes: teamsOf(query, variables) } } } };
    if (query.includes("issueCreate(")) return create(variables.input!);
    if (query.includes("commentCreate(")) return comment(variables.input!);
    if (query.includes("commentUpdate(") || query.includes("commentDelete(")) return changeComment(query, variables);
    const issue = issues.find(({ id }) => id === variables.id);
    if (issue === undefined) return failed("INPUT_ERROR", "Entity not found: Issue");
    return query.includes("issueUpdate(")
      ? update(issue, variables.input!)
      : { status: 200, body: { data: { issue: shown(issue) } } };
  };
  const teamsOf = (query: string, { team: asked }: Record<string, unknown>) => {
    const names = query.includes("id: { eq") ? [team.id] : [team.key, team.name];
    return names.includes(asked as string) ? [{ id: team.id }] : [];
  };
  const shown = ({ comments: _, ...issue }: LinearIssue) => ({
    ...issue,
    url: `https://linear.app/harbor/issue/${issue.identifier}`,
    state: { type: STATES.find(({ id }) => id === issue.stateId)!.type },
    team: { states: { nodes: STATES } },
  });
  const create = (input: unknown): StandInAnswer => {
    const wrong = complaints(input, {
      id: (value) => UUID.test(String(value)),
      teamId: (value) => value === team.id,
      title: isText(255),
      description: isText(100_000),
      priority: (value) => [0, 1, 2, 3, 4].includes(value as number),
    });
    if (wrong.length > 0) return failed("INVALID_INPUT", wrong.join(", "), 400);
    const given = input as Pick<LinearIssue, "id" | "title" | "description" | "priority">;
    if (issues.some(({ id }) => id === given.id)) return failed("INPUT_ERROR", "Entity with this id already exists");
    const identifier = `NIM-${44 + issues.length}`;
    const issue = { ...given, identifier, stateId: "state-todo", updatedAt: new Date().toISOString(), comments: [] };
    issues.push(issue);
    return { status: 200, body: { data: { issueCreate: { success: true, issue: shown(issue) } } } };
  };
  const comment = (input: unknown): StandInAnswer => {
    const { id, issueId, body } = input as { id: string; issueId: string; body: string };
    const issue = issues.find((one) => one.id === issueId);
    const isNew = !issues.some(({ comments }) => comments.some((one) => one.id === id));
    if (issue === undefined || !UUID.test(id) || !isText(50_000)(body) || !isNew) return failed("INPUT_ERROR", "no");
    issue.comments.push({ id, body });
    return { status: 200, body: { data: { commentCreate: { success: true } } } };
  };
  const changeComment = (query: string, { id, input }: Record<string, unknown>): StandInAnswer => {
    const issue = issues.find(({ comments }) => comments.some((one) => one.id === id));
    if (issue === undefined) return failed("INPUT_ERROR", "Entity not found: Comment");
    const said = issue.comments.find((one) => one.id === id)!;
    if (query.includes("commentDelete(")) {
      issue.comments.splice(issue.comments.indexOf(said), 1);
      return { status: 200, body: { data: { commentDelete: { success: true } } } };
    }
    const wrong = complaints(input, { body: isText(50_000) });
    if (wrong.length > 0) return failed("INVALID_INPUT", wrong.join(", "), 400);
    said.body = (input as { body: string }).body;
    return { status: 200, body: { data: { commentUpdate: { success: true } } } };
  };
  const update = (issue: LinearIssue, input: unknown): StandInAnswer => {
    const wrong = complaints(input, { stateId: (value) => STATES.some(({ id }) => id === value) });
    if (wrong.length > 0) return failed("INVALID_INPUT", wrong.join(", "), 400);
    Object.assign(issue, input, { updatedAt: new Date().toISOString() });
    return { status: 200, body: { data: { issueUpdate: { success: true, issue: shown(issue) } } } };
  };
  return Object.assign(standIn, { key, team, issues });
}

export function failed(code: string, text: string, status = 200): StandInAnswer {
  return { status, body: { data: null, errors: [{ message: text, extensions: { code, type: text } }] } };
}
