// /people
import { changePerson, removePerson } from "../../../actions/access/change-person.ts";
import { listPeople } from "../../../storage/access/people.ts";
import { ChangePersonBody, PersonSchema, presentPerson } from "../../../wire/access/person.ts";
import { dataOf, presentData } from "../../../wire/envelope.ts";
import { authorOf } from "../../pipeline/audit-author.ts";
import { personRoute, type Route } from "../../pipeline/route.ts";
import { managedEnd, managedList } from "./admin-list.ts";

export const peopleRoutes: Route[] = [
  managedList({
    path: "/people",
    summary: "List people",
    schema: PersonSchema,
    read: ({ reader }, workspaceId) => listPeople(reader, workspaceId),
    present: presentPerson,
  }),
  personRoute({
    method: "PATCH",
    path: "/people/:id",
    summary: "Change a person's role or the apps they reach; it applies from their next request",
    role: "admin",
    unscoped: true,
    body: ChangePersonBody,
    response: dataOf(PersonSchema),
    async handle(call) {
      const { services, actor, id, body } = call;
      const { workspaceId } = actor.reach;
      const person = await services.performer.perform(changePerson, { workspaceId, id, ...body }, authorOf(call));
      return { body: presentData(JSON.stringify(presentPerson(person))) };
    },
  }),
  managedEnd("/people/:id", "Remove a person; they are signed out at once", removePerson),
];
