// /apps/:id/runbook
import { getApp } from "../../storage/apps.ts";
import { versionOf } from "../../storage/tags.ts";
import { readRunbook } from "../../storage/whole-runbook.ts";
import { dataOf, presentData } from "../../wire/page.ts";
import { presentRunbook, RunbookQuery, RunbookSchema } from "../../wire/whole-runbook.ts";
import { type Route, route } from "../route.ts";

export const wholeRunbookRoutes: Route[] = [
  route({
    method: "GET",
    path: "/apps/:id/runbook",
    summary: "Get the whole runbook with every status, or what was restated since a revision",
    role: "viewer",
    subject: "app",
    cacheable: true,
    query: RunbookQuery,
    response: dataOf(RunbookSchema),
    async handle({ services, actor, id, query, cached }) {
      const app = await getApp(services.reader, actor.reach, id);
      return cached(versionOf([app]), async () =>
        presentData(presentRunbook(await readRunbook(services.reader, app, query.since ?? null))),
      );
    },
  }),
];
