// Creates, changes, moves and deletes sections.
import { type Actor, actorLabel } from "../../domain/access/actor.ts";
import { Fault } from "../../domain/fault.ts";
import { requireMatch } from "../../domain/if-match.ts";
import type { Changes } from "../../storage/apps/events.ts";
import { sectionTag } from "../../storage/etags.ts";
import {
  getSection,
  hasIssues,
  listSections,
  moveSectionToArchive,
  type Section,
  updateSection,
} from "../../storage/runbook/sections.ts";
import { findWebhook } from "../../storage/webhook/webhooks.ts";
import { type AppWrite, append, closeAppWrite, markStructureChanged, openAppWrite } from "../app-write.ts";
import { defineAction } from "../define-action.ts";
import { repeatable } from "../once-per-idempotency-key.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { addSection, moved, recordEntry, refTaken } from "./runbook-entry.ts";

export interface CreateSection {
  actor: Actor;
  app: string;
  ref: string | null;
  title: string;
  position: number | null;
}

/** Names a section that exists. */
interface Named {
  actor: Actor;
  id: string;
  ifMatch?: string;
}

export interface ChangeSection extends Named {
  ref?: string;
  title?: string;
  position?: number;
}

/** Gives the new section. Throws `not_found`, `name_taken`. */
export const createSection = repeatable(
  defineAction({
    name: "createSection",
    queue: "app",
    async run(unit: UnitOfWork, input: CreateSection): Promise<Section> {
      const write = await openAppWrite(unit, input.actor.reach, input.app);
      const sections = await listSections(unit.tx, write.app);
      const section = addSection(write, sections, { ref: input.ref, title: input.title });
      if (input.position !== null) reorder(write, sections, section.id, input.position);
      append(write, {
        kind: "section_created",
        by: actorLabel(input.actor),
        issueId: null,
        changes: { section: section.id, title: section.title },
      });
      markStructureChanged(write);
      closeAppWrite(write);
      recordEntry(unit, write, section, "section.created", { ref: section.ref });
      return section;
    },
  }),
);

/** Throws `not_found`, `precondition_failed`, `name_taken`. */
export const changeSection = defineAction({
  name: "changeSection",
  async run(unit: UnitOfWork, input: ChangeSection): Promise<void> {
    const { write, sections, section } = await open(unit, input);
    const changes: Changes = {};
    if (input.ref !== undefined && input.ref !== section.ref) {
      if (sections.some((other) => other.ref === input.ref)) throw refTaken("section", input.ref);
      changes.ref = { from: section.ref, to: input.ref };
      section.ref = input.ref;
    }
    if (input.title !== undefined && input.title !== section.title) {
      changes.title = { from: section.title, to: input.title };
      section.title = input.title;
    }
    const from = sections.indexOf(section);
    const to = Math.min(input.position ?? from, sections.length - 1);
    if (to !== from) changes.position = { from, to };
    if (Object.keys(changes).length === 0) return;
    updateSection(unit.tx, section);
    if (to !== from) reorder(write, sections, section.id, to);
    const facts = { section: section.id, ...changes };
    append(write, { kind: "section_changed", by: actorLabel(input.actor), issueId: null, changes: facts });
    markStructureChanged(write);
    closeAppWrite(write);
    recordEntry(unit, write, section, "section.changed", changes);
  },
});

/** Throws `not_found`, `precondition_failed`, `not_empty`. */
export const deleteSection = defineAction({
  name: "deleteSection",
  async run(unit: UnitOfWork, input: Named): Promise<void> {
    const { write, section } = await open(unit, input);
    if (section.checks > 0)
      throw new Fault("not_empty", `The section still has ${section.checks} checks: move or delete them first.`);
    if (await hasIssues(unit.tx, section))
      throw new Fault("not_empty", "Issues belong to this section, so it can't be deleted.");
    if ((await findWebhook(unit.tx, write.app.id))?.defaultSection === section.id)
      throw new Fault("not_empty", "The webhook has this section as its default: choose another one there first.");
    moveSectionToArchive(unit.tx, section, write.app.updatedAt);
    const changes = { section: section.id, title: section.title };
    append(write, { kind: "section_deleted", by: actorLabel(input.actor), issueId: null, changes });
    markStructureChanged(write);
    closeAppWrite(write);
    recordEntry(unit, write, section, "section.deleted", {});
  },
});

async function open(
  unit: UnitOfWork,
  { actor, id, ifMatch }: Named,
): Promise<{ write: AppWrite; sections: Section[]; section: Section }> {
  const write = await openAppWrite(unit, actor.reach, (await getSection(unit.tx, actor.reach, id)).appId);
  await getSection(unit.tx, actor.reach, id);
  const sections = await listSections(unit.tx, write.app);
  const section = sections.find((one) => one.id === id)!;
  await requireMatch(ifMatch, () => sectionTag(section));
  return { write, sections, section };
}

function reorder(write: AppWrite, sections: readonly Section[], id: string, position: number): void {
  for (const [i, section] of moved(sections, id, position).entries()) {
    if (section.position !== i) updateSection(write.tx, { ...section, position: i });
  }
}
