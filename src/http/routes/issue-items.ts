// /issues/:id/items
import { getAppIdOfIssue } from "../../storage/issues.ts";
import { listItems } from "../../storage/items.ts";
import { ItemSchema, presentItem } from "../../wire/connection.ts";
import { dataOf, presentList } from "../../wire/page.ts";
import { type Route, route } from "../route.ts";

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
