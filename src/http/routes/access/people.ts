// /people, their sessions, and what ties them to the workspace
import { changePerson, removePerson } from "../../../actions/access/change-person.ts";
import { endListedSession, endSessions } from "../../../actions/access/end-sessions.ts";
import { getPerson, listPeople, listRemovedPeople } from "../../../storage/access/people.ts";
import { listFactorHolders } from "../../../storage/access/second-factors.ts";
import { listSessionsOf } from "../../../storage/access/sessions.ts";
import { readPersonLeftovers } from "../../../storage/cycles/person-leftovers.ts";
import {
  ChangePersonBody,
  ListedPersonSchema,
  PersonSchema,
  presentPerson,
  presentRemovedPerson,
  RemovedPersonSchema,
  RemovePersonQuery,
} from "../../../wire/access/person.ts";
import { PersonLeftoversSchema, presentPersonLeftovers } from "../../../wire/access/person-leftovers.ts";
import { presentSessions, SessionSchema } from "../../../wire/access/session.ts";
import { dataOf, presentData, presentList } from "../../../wire/envelope.ts";
import { authorOf } from "../../pipeline/audit-author.ts";
import { personRoute, type Route } from "../../pipeline/route.ts";
import { managedList } from "./admin-list.ts";

export const peopleRoutes: Route[] = [
  managedList({
    path: "/people",
    summary: "List people",
    schema: ListedPersonSchema,
    async read({ reader }, workspaceId) {
      const holders = await listFactorHolders(reader, workspaceId);
      return (await listPeople(reader, workspaceId)).map((person) => ({ person, hasFactor: holders.has(person.id) }));
    },
    present: ({ person, hasFactor }) => ({ ...presentPerson(person), second_factor: hasFactor }),
  }),
  managedList({
    path: "/people/removed",
    summary: "List the people who were removed and not erased, most recent first",
    schema: RemovedPersonSchema,
    read: ({ reader }, workspaceId) => listRemovedPeople(reader, workspaceId),
    present: presentRemovedPerson,
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
      const { revoke_keys: revokeKeys, ...grant } = body;
      const input = { workspaceId: actor.reach.workspaceId, id, ...grant, revokeKeys };
      const person = await services.performer.perform(changePerson, input, authorOf(call));
      return { body: presentData(JSON.stringify(presentPerson(person))) };
    },
  }),
  personRoute({
    method: "GET",
    path: "/people/:id/sessions",
    summary: "List a person's sessions, most recently used first",
    role: "admin",
    unscoped: true,
    response: dataOf(SessionSchema.array()),
    async handle({ services, actor, id }) {
      const person = await getPerson(services.reader, actor.reach.workspaceId, id);
      const sessions = await listSessionsOf(services.reader, person.id);
      return { body: presentList(presentSessions(sessions, actor.sessionHash, services.clock())) };
    },
  }),
  personRoute({
    method: "DELETE",
    path: "/people/:id/sessions",
    summary: "Sign a person out everywhere",
    role: "admin",
    unscoped: true,
    response: null,
    async handle(call) {
      const { services, actor, id } = call;
      const input = { workspaceId: actor.reach.workspaceId, personId: id };
      await services.performer.perform(endSessions, input, authorOf(call));
      return { status: 204, body: null };
    },
  }),
  personRoute({
    method: "DELETE",
    path: "/people/:id/sessions/:session",
    summary: "End one of a person's sessions",
    role: "admin",
    unscoped: true,
    response: null,
    async handle(call) {
      const { services, actor, id, part } = call;
      const input = { workspaceId: actor.reach.workspaceId, personId: id, id: part, choice: null };
      await services.performer.perform(endListedSession, input, authorOf(call));
      return { status: 204, body: null };
    },
  }),
  personRoute({
    method: "GET",
    path: "/people/:id/ties",
    summary: "List the keys that a person made, and the issues and sections that wait for them",
    role: "admin",
    unscoped: true,
    response: dataOf(PersonLeftoversSchema),
    async handle({ services: { reader }, actor, id }) {
      const person = await getPerson(reader, actor.reach.workspaceId, id);
      return { body: presentData(JSON.stringify(presentPersonLeftovers(await readPersonLeftovers(reader, person)))) };
    },
  }),
  personRoute({
    method: "DELETE",
    path: "/people/:id",
    summary: "Remove a person; they are signed out at once",
    role: "admin",
    unscoped: true,
    query: RemovePersonQuery,
    response: null,
    async handle(call) {
      const { services, actor, id, query } = call;
      const input = { workspaceId: actor.reach.workspaceId, id, revokeKeys: query.revoke_keys };
      await services.performer.perform(removePerson, input, authorOf(call));
      return { status: 204, body: null };
    },
  }),
];
