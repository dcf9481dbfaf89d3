// /people
import { listPeople } from "../../storage/people.ts";
import { dataOf, presentData, presentList } from "../../wire/page.ts";
import { ChangePersonBody, PersonSchema, presentPerson } from "../../wire/person.ts";
import { authorOf } from "../author.ts";
import { personRoute, type Route } from "../route.ts";

export const peopleRoutes: Route[] = [
  personRoute({
    method: "GET",
    path: "/people",
    summary: "List people",
    role: "admin",
    unscoped: true,
    response: dataOf(PersonSchema.array()),
    async handle({ services, actor }) {
      const people = await listPeople(services.reader, actor.reach.workspaceId);
      return { body: presentList(people.map((person) => JSON.stringify(presentPerson(person)))) };
    },
  }),
  personRoute({
    method: "PATCH",
    path: "/people/:id",
    summary: "Give a person another role or reach; it holds from their next request on",
    role: "admin",
    unscoped: true,
    body: ChangePersonBody,
    response: dataOf(PersonSchema),
    async handle(call) {
      const { services, actor, id, body } = call;
      const { workspaceId } = actor.reach;
      const person = await services.performer.perform("changePerson", { workspaceId, id, ...body }, authorOf(call));
      return { body: presentData(JSON.stringify(presentPerson(person))) };
    },
  }),
  personRoute({
    method: "DELETE",
    path: "/people/:id",
    summary: "Remove a person; they are signed out at once",
    role: "admin",
    unscoped: true,
    response: null,
    async handle(call) {
      const { services, actor, id } = call;
      const input = { workspaceId: actor.reach.workspaceId, id };
      await services.performer.perform("removePerson", input, authorOf(call));
      return { status: 204, body: null };
    },
  }),
];
