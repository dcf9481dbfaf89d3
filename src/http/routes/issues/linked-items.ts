// /issues/:id/items

import { listItems } from "../../../storage/connections/linked-items.ts";
import { getAppIdOfIssue } from "../../../storage/issues/issues.ts";
import { ItemSchema, presentItem } from "../../../wire/connections/linked-item.ts";
import { dataOf, presentList } from "../../../wire/envelope.ts";
import { type Route, route } from "../../pipeline/route.ts";

export const issueItemRoutes: Route[] = [
  route({
    method: "GET",
    path: "/issues/:id/items",
    summary: "List an issue's items in connected tools",
    role: "viewer",
    subject: "issue",
    response: dataOf(ItemSchema.array()),
    async handle({ services, actor, id }) {
      await getAppIdOfIssue(services.reader, actor.reach, id);
      const items = await listItems(services.reader, id);
      return { body: presentList(items.map((item) => JSON.stringify(presentItem(item)))) };
    },
  }),
];
