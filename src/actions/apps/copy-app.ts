// Makes a new app that is like another one: platforms, repositories, mode and the whole runbook. Results, issues, the webhook and
// connections stay with the other.
import type { Actor } from "../../domain/access/actor.ts";
import { getRunbook } from "../../storage/status/runbook-export.ts";
import { defineAction } from "../define-action.ts";
import { marksOf } from "../runbook/copy-checks.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { createApp } from "./create-app.ts";

export interface CopyApp {
  actor: Actor;
  /** The app to copy. */
  app: string;
  name: string;
  prefix: string | null;
  /** Whether what is marked N/A is marked in the copy, too. */
  notApplicable: boolean;
}

/** Gives the id of the new app. Throws `not_found`, `name_taken`. */
export const copyApp = defineAction({
  name: "copyApp",
  duration: () => "long",
  async run(unit: UnitOfWork, { actor, app: name, notApplicable, ...wanted }: CopyApp): Promise<string> {
    const { app, appConfig, sections } = await getRunbook(unit.tx, actor.reach, name);
    return createApp.run(unit, {
      actor,
      ...wanted,
      mode: app.mode,
      platforms: appConfig.platforms.map(({ code, label }) => ({ code, label })),
      repositories: appConfig.repositories,
      sections: sections.map(({ section, checks }) => ({
        ref: section.ref,
        title: section.title,
        checks: checks.map(({ ref, title, instructions, statuses }) => ({
          ref,
          title,
          instructions,
          notApplicable: notApplicable ? marksOf(statuses) : [],
        })),
      })),
      copyOf: app.id,
    });
  },
});
