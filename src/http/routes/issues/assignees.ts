// Who sees to an issue, and who could: for people only.

import { assignPeople } from "../../../actions/issues/assign-people.ts";
import { listPeopleOfApp } from "../../../storage/access/people.ts";
import { getApp } from "../../../storage/apps/apps.ts";
import { AssignBody, ColleagueSchema, presentColleague } from "../../../wire/access/person.ts";
import { dataOf, presentData, presentList } from "../../../wire/envelope.ts";
import { IssueSchema, presentIssue } from "../../../wire/issues/issue.ts";
import { personRoute, type Route } from "../../pipeline/route.ts";

export const assigneeRoutes: Route[] = [
  personRoute({
    method: "PUT",
    path: "/issues/:id/assignees",
    summary: "Replace the people who are assigned to an issue",
    role: "tester",
    subject: "issue",
    body: AssignBody,
    response: dataOf(IssueSchema),
    async handle({ services, actor, id, body }) {
      const issue = await services.performer.perform(assignPeople, { actor, id, people: body.people });
      return { body: presentData(presentIssue(issue, services.baseUrl)) };
    },
  }),
  personRoute({
    method: "GET",
    path: "/apps/:id/people",
    summary: "List the people who reach an app, by name",
    role: "viewer",
    subject: "app",
    response: dataOf(ColleagueSchema.array()),
    async handle({ services, actor, id }) {
      const people = await listPeopleOfApp(services.reader, await getApp(services.reader, actor.reach, id));
      return { body: presentList(people.map(presentColleague)) };
    },
  }),
];
