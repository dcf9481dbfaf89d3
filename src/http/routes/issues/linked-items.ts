// /issues/:id/items

import { forwardsTo } from "../../../integrations/connection-rules.ts";
import { listConnections } from "../../../storage/connections/connections.ts";
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
      const app = await getAppIdOfIssue(services.reader, actor.reach, id);
      const items = await listItems(services.reader, id);
      const connections = items.length === 0 ? [] : await listConnections(services.reader, app);
      const told = connections.filter((one) => one.enabled === 1 && forwardsTo(one, "commented")).map((one) => one.id);
      const shown = items.map((item) => JSON.stringify(presentItem(item, told.includes(item.connectionId))));
      return { body: presentList(shown) };
    },
  }),
];
