// What admins who reach every app manage, where it is the same for all of it: the list, and the end of one.
import type { ZodType } from "zod";
import type { Action } from "../../../actions/define-action.ts";
import { dataOf, presentList } from "../../../wire/envelope.ts";
import { authorOf } from "../../pipeline/audit-author.ts";
import { type Route, route } from "../../pipeline/route.ts";
import type { Services } from "../../pipeline/services.ts";

interface Listed<Row> {
  path: string;
  summary: string;
  schema: ZodType;
  read(services: Services, workspaceId: string): Promise<Row[]>;
  present(row: Row): object;
}

export function managedList<Row>({ path, summary, schema, read, present }: Listed<Row>): Route {
  return route({
    method: "GET",
    path,
    summary,
    role: "admin",
    unscoped: true,
    response: dataOf(schema.array()),
    async handle({ services, actor }) {
      const rows = await read(services, actor.reach.workspaceId);
      return { body: presentList(rows.map((row) => JSON.stringify(present(row)))) };
    },
  });
}

/** An action that ends what is listed; it takes the id. */
type Ending = Action<{ workspaceId: string; id: string }, void>;

export function managedEnd(path: string, summary: string, action: Ending): Route {
  return route({
    method: "DELETE",
    path,
    summary,
    role: "admin",
    unscoped: true,
    response: null,
    async handle(call) {
      const { services, actor, id } = call;
      await services.performer.perform(action, { workspaceId: actor.reach.workspaceId, id }, authorOf(call));
      return { status: 204, body: null };
    },
  });
}
