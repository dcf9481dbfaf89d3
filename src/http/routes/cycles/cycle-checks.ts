// /cycles/:id/checks and /cycles/:id/runbook
import { requirePlatforms } from "../../../domain/apps/platforms.ts";
import { Fault } from "../../../domain/fault.ts";
import { MAX_PLATFORM_CHECKS_PER_PAGE } from "../../../domain/limits.ts";
import { pickSection } from "../../../domain/runbook/find-by-name.ts";
import { getAppConfig } from "../../../storage/apps/app-config.ts";
import type { App } from "../../../storage/apps/apps.ts";
import { listCycleSections } from "../../../storage/cycles/cycle-tallies.ts";
import { listSectionsOfTester } from "../../../storage/cycles/cycle-testers.ts";
import { type Cycle, isOpen, platformsOfCycle, reachCycle } from "../../../storage/cycles/cycles.ts";
import type { CheckPlace } from "../../../storage/runbook/check-pages.ts";
import { listSections } from "../../../storage/runbook/sections.ts";
import { CycleRunbookSchema, ListCycleChecksQuery } from "../../../wire/cycles/cycle-checks.ts";
import { dataOf, pageSchema, presentPage } from "../../../wire/envelope.ts";
import { CheckSchema } from "../../../wire/runbook/check.ts";
import { RunbookQuery } from "../../../wire/runbook/runbook-snapshot.ts";
import { openCursor, pageOf } from "../../pipeline/paging.ts";
import { asBuffer, readInThread, SHORT } from "../../pipeline/read-in-thread.ts";
import { type Call, type Route, route } from "../../pipeline/route.ts";

export const cycleCheckRoutes: Route[] = [
  route({
    method: "GET",
    path: "/cycles/:id/checks",
    summary: "List the checks of a cycle in runbook order, each with its status per platform in the cycle",
    compressible: true,
    role: "viewer",
    subject: "cycle",
    query: ListCycleChecksQuery,
    response: pageSchema(CheckSchema),
    async handle(call) {
      const { services, actor, id, query } = call;
      const { reader } = services;
      const { app, cycle, version } = await reachCycle(reader, actor.reach, id);
      const codes = platformsOfCycle(cycle, (await getAppConfig(reader, app)).platforms);
      if (query.platform !== undefined) {
        const platforms = codes.map((code) => ({ code, label: code }));
        requirePlatforms(platforms, [query.platform], "platform");
      }
      const named = query.section === undefined ? undefined : await sectionOf(call, app, cycle, query.section);
      const sections = query.mine ? await mine(call, cycle, named) : named === undefined ? undefined : [named];
      const filter = { sections, status: query.status, platform: query.platform };
      const asked = [named ?? "", query.mine ? "mine" : "", query.status ?? "", query.platform ?? ""];
      const context = ["cycle checks", cycle.id, ...asked];
      const after = openCursor<CheckPlace>(call, context, query.cursor);
      const limit = Math.min(query.limit, Math.floor(MAX_PLATFORM_CHECKS_PER_PAGE / Math.max(codes.length, 1)));
      return call.cached(version, async () => {
        const input = { app, cycle, filter, page: { after, limit: limit + 1 } };
        const isLong = Math.max(app.checks, cycle.final.checks) > SHORT.checks;
        const found = await readInThread(call, isLong, "listCycleChecks", input);
        const { rows, nextCursor } = pageOf(call, context, found, limit, ({ place }) => place);
        return presentPage(
          rows.map(({ shown }) => shown),
          nextCursor,
        );
      });
    },
  }),
  route({
    method: "GET",
    path: "/cycles/:id/runbook",
    summary: "Get all of a cycle with every status, or what has changed since a revision of its app",
    compressible: true,
    role: "viewer",
    subject: "cycle",
    cacheable: true,
    query: RunbookQuery,
    response: dataOf(CycleRunbookSchema),
    async handle(call) {
      const { services, actor, id, query } = call;
      const reached = await reachCycle(services.reader, actor.reach, id);
      const input = { reached, since: query.since ?? null };
      const isLong = Math.max(reached.app.checks, reached.cycle.final.checks) > SHORT.checks;
      return call.cached(reached.version, async () =>
        asBuffer(await readInThread(call, isLong, "cycleRunbook", input)),
      );
    },
  }),
];

/** The id of a section; of a closed cycle, among those that it had. Throws `not_found`, `ambiguous_section`. */
async function sectionOf({ services: { reader } }: Call, app: App, cycle: Cycle, name: string): Promise<string> {
  const sections = isOpen(cycle) ? await listSections(reader, app) : await listCycleSections(reader, cycle.id);
  return pickSection(sections, name).id;
}

/** The sections that whoever asks tests, within the one that was named. Throws `invalid_request`. */
async function mine({ services, actor }: Call, cycle: Cycle, named: string | undefined): Promise<string[]> {
  if (actor.personId === undefined) {
    throw new Fault("invalid_request", "mine: sections are assigned to people; a key has none.");
  }
  const own = await listSectionsOfTester(services.reader, cycle.id, actor.personId);
  return named === undefined ? own : own.filter((id) => id === named);
}
