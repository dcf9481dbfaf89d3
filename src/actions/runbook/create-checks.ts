// Adds checks to a section, one or many: all of them or none.
import { type Actor, actorLabel } from "../../domain/access/actor.ts";
import { requirePlatforms } from "../../domain/apps/platforms.ts";
import { findGap, takePlaces } from "../../storage/runbook/check-order.ts";
import type { LiveCheck, ShownCheck } from "../../storage/runbook/checks.ts";
import { listTakenRefs } from "../../storage/runbook/checks-by-name.ts";
import type { ShownPlatformStatus } from "../../storage/status/platform-statuses.ts";
import {
  type AppWrite,
  append,
  closeAppWrite,
  markStructureChanged,
  openAppWrite,
  usePlatforms,
} from "../app-write.ts";
import { defineAction, durationOfRows } from "../define-action.ts";
import { repeatable } from "../once-per-idempotency-key.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { findNamedSection } from "./find-named-check.ts";
import { addCheck, type NewCheck, placeAfter, recordChecks, refTaken } from "./runbook-entry.ts";

export interface CreateChecks {
  actor: Actor;
  app: string;
  section: string;
  checks: NewCheck[];
  /** Where the first check goes, with the others behind it: a position, or after another check; at the end without both. */
  position: number | null;
  after: string | null;
  /** Whether the request had a list: a list of one is a different request than a single check. */
  batch: boolean;
}

/** The new checks as they are shown: nothing has been recorded on them yet. */
export interface CreatedChecks {
  app: { id: string; name: string };
  /** Codes in the app's order. */
  platforms: string[];
  checks: { check: ShownCheck; platformStatuses: ShownPlatformStatus[] }[];
}

/** Throws `not_found`, `ambiguous_section`, `name_taken`, `unknown_platform`, `invalid_request` when there is no room. */
export const createChecks = repeatable(
  defineAction({
    name: "createChecks",
    queue: "app",
    duration: ({ checks }) => durationOfRows(checks.length),
    async run(unit: UnitOfWork, input: CreateChecks): Promise<CreatedChecks> {
      const write = await openAppWrite(unit, input.actor.reach, input.app);
      const section = await findNamedSection(write, input.section);
      const codes = write.appConfig.platforms.map(({ code }) => code);
      const wanted = input.checks.map((check) => ({
        ...check,
        notApplicable: requirePlatforms(write.appConfig.platforms, check.notApplicable),
      }));
      const refs = await refsFor(write, wanted);
      const index = input.after === null ? input.position : await placeAfter(write, section.id, input.after);
      const gap = () => findGap(unit.tx, section.id, index);
      const places = await takePlaces(unit.tx, section.id, wanted.length, gap);
      const added = wanted.map((check, i) =>
        addCheck(write, section, { ...check, ref: refs[i]!, position: places[i]! }),
      );
      usePlatforms(write, [...new Set(wanted.flatMap(({ notApplicable }) => notApplicable))]);
      for (const { id, title } of added) {
        append(write, {
          kind: "check_created",
          by: actorLabel(input.actor),
          issueId: null,
          changes: { check: id, title },
        });
      }
      markStructureChanged(write);
      closeAppWrite(write);
      recordChecks(unit, write, added, "check.created");
      const { ref: sectionRef, title: sectionTitle, position: sectionPosition } = section;
      return {
        app: { id: write.app.id, name: write.app.name },
        platforms: codes,
        checks: added.map((check, i) => ({
          check: { ...check, sectionRef, sectionTitle, sectionPosition },
          platformStatuses: codes.map((code) => untouched(check, code, wanted[i]!.notApplicable.includes(code))),
        })),
      };
    },
  }),
);

/** A ref for each check: the wanted one, else a free one. Throws `name_taken`. */
async function refsFor(write: AppWrite, checks: readonly NewCheck[]): Promise<string[]> {
  const { tx, app } = write;
  const asked = checks.flatMap(({ ref }) => ref ?? []);
  const taken = new Set(await listTakenRefs(tx, app, asked));
  for (const ref of asked) {
    if (taken.has(ref)) throw refTaken("check", ref);
    taken.add(ref);
  }
  const free: string[] = [];
  while (free.length < checks.length - asked.length) {
    const next = Array.from({ length: checks.length - asked.length - free.length }, () => `C${++app.lastRef}`);
    for (const ref of await listTakenRefs(tx, app, next)) taken.add(ref);
    free.push(...next.filter((ref) => !taken.has(ref)));
  }
  return checks.map(({ ref }) => ref ?? free.shift()!);
}

function untouched({ id }: LiveCheck, platform: string, isMarked: boolean): ShownPlatformStatus {
  return {
    checkId: id,
    platform,
    status: isMarked ? "not_applicable" : "untested",
    openIssues: 0,
    resultId: null,
    outcome: null,
    recordedBy: null,
    recordedAt: null,
    note: null,
    build: null,
  };
}
