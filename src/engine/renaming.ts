// Has the issues that are assigned to somebody call them by their new name: afterwards, because there may be thousands, and one by one, so that
// nobody waits for it. Whatever is interrupted is gone on with later, by any server.
import { settleName } from "../actions/access/change-profile.ts";
import { renameAssignee } from "../actions/issues/rename-assignee.ts";
import { Fault } from "../domain/fault.ts";
import { listRenamed, type Person } from "../storage/access/people.ts";
import type { Reader } from "../storage/database/database.ts";
import { listAssignedIssues } from "../storage/issues/assigned-issues.ts";
import type { Performer } from "./performer.ts";
import { WokenRun } from "./woken-run.ts";

interface RenamingOptions {
  reader: Reader;
  performer: Performer;
  onError(error: Error): void;
}

const AT_ONCE = 100;

export class Renaming extends WokenRun {
  private readonly options: RenamingOptions;

  constructor(options: RenamingOptions) {
    super(() => this.renameAll(), options.onError);
    this.options = options;
  }

  private async renameAll(): Promise<void> {
    for (;;) {
      const renamed = await listRenamed(this.options.reader, AT_ONCE);
      for (const person of renamed) await this.rename(person);
      // There may be more than were listed at once.
      if (renamed.length === 0 || this.isClosed) return;
    }
  }

  private async rename(person: Person): Promise<void> {
    const { reader, performer } = this.options;
    // Issues name those who are assigned to them also in apps that the person reaches no more.
    const reach = { workspaceId: person.workspaceId, apps: null };
    const actor = { name: person.name, channel: "interface", personId: person.id, role: person.role, reach } as const;
    let last = "";
    for (;;) {
      const ids = await listAssignedIssues(reader, person, last, AT_ONCE);
      for (const id of ids) {
        if (this.isClosed) return;
        await performer.perform(renameAssignee, { actor, id, personId: person.id }).catch(unlessGone);
      }
      if (ids.length < AT_ONCE) break;
      last = ids.at(-1)!;
    }
    await performer.perform(settleName, { personId: person.id, name: person.name });
  }
}

/** Throws unless the error says that the app is gone: it may be archived meanwhile. */
function unlessGone(error: unknown): void {
  if (!(error instanceof Fault && error.code === "not_found")) throw error;
}
