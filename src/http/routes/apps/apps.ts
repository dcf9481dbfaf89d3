// /apps

import { changeApp } from "../../../actions/apps/change-app.ts";
import { createApp } from "../../../actions/apps/create-app.ts";
import { getAppConfig, getAppConfigs } from "../../../storage/apps/app-config.ts";
import { type App, getApp, listApps } from "../../../storage/apps/apps.ts";
import { appTag, versionOf } from "../../../storage/etags.ts";
import { listSections, type Section } from "../../../storage/runbook/sections.ts";
import {
  AppEntrySchema,
  AppSchema,
  ChangeAppBody,
  CreateAppBody,
  presentApp,
  presentAppEntry,
} from "../../../wire/apps/app.ts";
import { dataOf, presentData, presentList } from "../../../wire/envelope.ts";
import { authorOf } from "../../pipeline/audit-author.ts";
import { type Call, type Route, route } from "../../pipeline/route.ts";
import type { Services } from "../../pipeline/services.ts";

export const appRoutes: Route[] = [
  route({
    method: "GET",
    path: "/apps",
    summary: "List every app in reach, oldest first",
    compressible: true,
    role: "viewer",
    cacheable: true,
    response: dataOf(AppEntrySchema.array()),
    async handle(call) {
      const { services, actor } = call;
      const apps = await listApps(services.reader, actor.reach);
      return call.cached(versionOf(apps), async () => {
        const configs = await getAppConfigs(services.reader, apps);
        return presentList(apps.map((app, i) => presentAppEntry(app, configs[i]!)));
      });
    },
  }),
  route({
    method: "POST",
    path: "/apps",
    summary: "Create an app with its platforms, sections and checks",
    role: "admin",
    unscoped: true,
    body: CreateAppBody,
    response: dataOf(AppSchema),
    async handle(call) {
      const { services, actor, body } = call;
      const input = {
        actor,
        name: body.name,
        mode: body.mode ?? "testing",
        prefix: body.prefix ?? null,
        platforms: body.platforms,
        repositories: body.repositories ?? [],
        sections: (body.sections ?? []).map((section) => ({
          ref: section.ref ?? null,
          title: section.title,
          checks: (section.checks ?? []).map((check) => ({
            ref: check.ref ?? null,
            title: check.title,
            instructions: check.instructions ?? null,
            notApplicable: check.not_applicable ?? [],
          })),
        })),
      };
      const id = await services.performer.perform(createApp, input, authorOf(call));
      return { status: 201, ...(await presentSingleApp(call, id)), location: `/apps/${id}` };
    },
  }),
  route({
    method: "GET",
    path: "/apps/:id",
    summary: "Get an app with its summary and sections",
    role: "viewer",
    subject: "app",
    cacheable: true,
    response: dataOf(AppSchema),
    async handle(call) {
      const app = await getApp(call.services.reader, call.actor.reach, call.id);
      const make = async () => (await presentSingleApp(call, app.id)).body;
      return call.cached(versionOf([app]), make, appTag(app));
    },
  }),
  route({
    method: "PATCH",
    path: "/apps/:id",
    summary: "Change an app's name, mode, prefix, platforms or repositories",
    role: "admin",
    subject: "app",
    conditional: true,
    body: ChangeAppBody,
    response: dataOf(AppSchema),
    async handle(call) {
      const ifMatch = call.request.headers["if-match"];
      const input = { actor: call.actor, app: call.id, ...call.body, ifMatch };
      const id = await call.services.performer.perform(changeApp, input, authorOf(call));
      return presentSingleApp(call, id);
    },
  }),
];

export async function presentSingleApp({ services, actor }: Pick<Call, "services" | "actor">, id: string) {
  const { app, sections } = await readWhole(services, () => getApp(services.reader, actor.reach, id));
  const body = presentData(presentApp(app, await getAppConfig(services.reader, app), sections));
  return { body, tag: appTag(app) };
}

/** The app and its sections as of one revision: read again when something was written in between. */
async function readWhole({ reader }: Services, find: () => Promise<App>): Promise<{ app: App; sections: Section[] }> {
  for (let attempt = 1; ; attempt++) {
    const app = await find();
    const sections = await listSections(reader, app);
    const unchanged = (await find()).revision === app.revision;
    if (unchanged || attempt >= 10) return { app, sections };
  }
}
