// Copies checks, or whole sections with theirs, from one app into another or into the same: titles, instructions, refs that are
// free there and, if wanted, what is marked N/A on platforms that are there. Results and issues stay where they are.
import type { Actor } from "../../domain/access/actor.ts";
import { notFound } from "../../domain/fault.ts";
import { pickSection } from "../../domain/runbook/find-by-name.ts";
import type { Status } from "../../domain/status/platform-status.ts";
import { getApp } from "../../storage/apps/apps.ts";
import type { LiveCheck } from "../../storage/runbook/checks.ts";
import { listTakenRefs } from "../../storage/runbook/checks-by-name.ts";
import { getNamedCheck } from "../../storage/runbook/named-check.ts";
import { listSections, type Section } from "../../storage/runbook/sections.ts";
import { listPlatformStatusesOfChecks } from "../../storage/status/platform-statuses.ts";
import { getRunbook } from "../../storage/status/runbook-export.ts";
import { type AppWrite, openAppWrite } from "../app-write.ts";
import { defineAction, durationOfRows } from "../define-action.ts";
import { repeatable } from "../once-per-idempotency-key.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { createSection } from "./change-section.ts";
import { type CreateChecks, type CreatedChecks, createChecks } from "./create-checks.ts";
import type { NewCheck } from "./runbook-entry.ts";

interface Copy {
  actor: Actor;
  /** The app that gets the copies. */
  app: string;
  /** The app that is copied from. */
  from: string;
  /** Whether what is marked N/A is marked in the copies, too. */
  notApplicable: boolean;
}

export interface CopyChecks extends Copy, Pick<CreateChecks, "section" | "position" | "after"> {
  /** Ids, refs or titles. One that is named twice is copied once. */
  checks: string[];
}

/** Gives the copies. Throws what `createChecks` throws but for refs that are taken, and `ambiguous_check`. */
export const copyChecks = repeatable(
  defineAction({
    name: "copyChecks",
    queue: "app",
    duration: ({ checks }) => durationOfRows(checks.length),
    async run(unit: UnitOfWork, input: CopyChecks): Promise<CreatedChecks> {
      const { actor, section, position, after } = input;
      const write = await openAppWrite(unit, actor.reach, input.app);
      const source = await getApp(unit.tx, actor.reach, input.from);
      const found = new Map<string, LiveCheck>();
      for (const name of new Set(input.checks)) {
        const check = await getNamedCheck(unit.tx, source, name, null);
        found.set(check.id, check);
      }
      const marks = input.notApplicable ? await marksOfChecks(unit, [...found.keys()]) : new Map();
      const copies = [...found.values()].map((check) => copyOf(check, marks.get(check.id) ?? []));
      const checks = await fitInto(write, copies);
      return createChecks.run(unit, { actor, app: write.app.id, section, position, after, checks, batch: true });
    },
  }),
);

export interface CopySections extends Copy {
  /** Ids, refs or titles of sections. */
  sections: string[];
}

/** Copies sections to the end of the runbook, in the order given. Throws `not_found`, `ambiguous_section`, `invalid_request`. */
export const copySections = repeatable(
  defineAction({
    name: "copySections",
    queue: "app",
    duration: () => "long",
    async run(unit: UnitOfWork, input: CopySections): Promise<Section[]> {
      const { actor } = input;
      const write = await openAppWrite(unit, actor.reach, input.app);
      const app = write.app.id;
      const { sections: all } = await getRunbook(unit.tx, actor.reach, input.from);
      const known = await listSections(unit.tx, await getApp(unit.tx, actor.reach, input.from));
      const named = input.sections.map((name) => pickSection(known, name).ref);
      const taken = new Set((await listSections(unit.tx, write.app)).map(({ ref }) => ref));
      const added = new Set<string>();
      for (const name of new Set(named)) {
        const found = all.find((one) => one.section.ref === name);
        if (found === undefined) throw notFound("section");
        const { section, checks } = found;
        const ref = taken.has(section.ref) ? null : section.ref;
        const copy = await createSection.run(unit, { actor, app, ref, title: section.title, position: null });
        taken.add(copy.ref);
        added.add(copy.id);
        const copies = checks.map((check) => copyOf(check, input.notApplicable ? marksOf(check.statuses) : []));
        if (copies.length === 0) continue;
        const fitting = await fitInto(write, copies);
        await createChecks.run(unit, {
          ...{ actor, app, section: copy.id, checks: fitting },
          ...{ position: null, after: null, batch: true },
        });
      }
      return (await listSections(unit.tx, write.app)).filter(({ id }) => added.has(id));
    },
  }),
);

/** The platforms that are marked N/A. */
export function marksOf(statuses: ReadonlyMap<string, Status>): string[] {
  return [...statuses].filter(([, status]) => status === "not_applicable").map(([platform]) => platform);
}

async function marksOfChecks({ tx }: UnitOfWork, ids: readonly string[]): Promise<Map<string, string[]>> {
  const marks = new Map<string, string[]>();
  for (const { checkId, platform, notApplicable } of await listPlatformStatusesOfChecks(tx, ids)) {
    if (notApplicable === 1) marks.set(checkId, [...(marks.get(checkId) ?? []), platform]);
  }
  return marks;
}

function copyOf(
  { ref, title, instructions }: Pick<LiveCheck, "ref" | "title" | "instructions">,
  notApplicable: string[],
): NewCheck {
  return { ref, title, instructions, notApplicable };
}

/** Leaves out refs that another check of the app has, and marks on platforms that it doesn't have. */
async function fitInto({ tx, app, appConfig }: AppWrite, checks: readonly NewCheck[]): Promise<NewCheck[]> {
  const taken = new Set(
    await listTakenRefs(
      tx,
      app,
      checks.flatMap(({ ref }) => ref ?? []),
    ),
  );
  const codes = new Set(appConfig.platforms.map(({ code }) => code));
  return checks.map(({ ref, notApplicable, ...check }) => ({
    ...check,
    ref: ref === null || taken.has(ref) ? null : ref,
    notApplicable: notApplicable.filter((code) => codes.has(code)),
  }));
}
