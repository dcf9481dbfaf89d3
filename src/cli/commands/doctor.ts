// `retest doctor`

import { acceptLostLog } from "../../actions/workspace/change-workspace.ts";
import { systemClock } from "../../lib/clock.ts";
import { counted } from "../../lib/text/counted.ts";
import type { Config } from "../../startup/config.ts";
import { explainedBucket } from "../../startup/file-places.ts";
import type { Reads } from "../../storage/database/database.ts";
import { isLogLost } from "../../storage/database/sqlite-file.ts";
import { listEveryWorkspace } from "../../storage/workspace/workspaces.ts";
import { type CliCommand, requireNoMore } from "../command.ts";
import { type Difference, examine } from "../doctor/examine.ts";
import { auditNotes, readAuditVerification } from "../doctor/examine-audit-log.ts";
import { examineFiles, type FilesExamination } from "../doctor/examine-files.ts";
import { examineSealed } from "../doctor/examine-sealed.ts";
import { withStoreRead } from "../with-store.ts";

export const doctor: CliCommand = {
  name: "doctor",
  usage: "doctor [--accept-missing-log] [--json]",
  summary:
    "Recomputes every status and counter, verifies the audit log, reads every secret, looks for every attached file, checks that the database is complete, and reports differences; exits with 1 if there are any.",
  details: "--accept-missing-log  accepts that the database's write-ahead log is lost, and stops reporting it",
  flags: { json: { type: "boolean" }, "accept-missing-log": { type: "boolean" } },
  async run(flags, terminal) {
    requireNoMore(flags, 0, "doctor");
    return withStoreRead(terminal, async ({ reader, performer, files }, config) => {
      if (flags.values["accept-missing-log"]) await performer.perform(acceptLostLog, null);
      const verification = await readAuditVerification(reader, config);
      const { apps, differences, busy } = await examine(reader, systemClock(), verification);
      differences.push(...(await examineFile(reader)));
      const sealed = await examineSealed(reader, config);
      differences.push(...sealed.differences);
      const attached = await examineFiles(reader, files).catch((error: unknown) => unlookedAt(error, config));
      differences.push(...attached.problems.map((problem) => ({ app: "files", problem })));
      const workspaces = await listEveryWorkspace(reader);
      const notes = [...(await auditNotes(reader, workspaces, verification)), ...sealed.notes, ...attached.notes];
      if (flags.values.json) terminal.print(JSON.stringify({ apps, differences, busy, notes }));
      else {
        for (const note of notes) terminal.print(note);
        for (const { app, problem } of differences) terminal.print(`${app}: ${problem}`);
        for (const app of busy) terminal.print(`${app}: not examined, because it was written to all the time`);
        terminal.print(`${counted(apps, "app")} examined, ${counted(differences.length, "difference")}.`);
      }
      return differences.length === 0 ? 0 : 1;
    });
  },
};

/** A bucket that can't be looked at is a difference by itself. */
function unlookedAt(error: unknown, config: Config): FilesExamination {
  const explained = explainedBucket(error, config);
  if (explained === error) throw error;
  return { problems: [(explained as Error).message], notes: [] };
}

/** Whether all of the embedded database was there when it was opened. */
async function examineFile(reader: Reads): Promise<Difference[]> {
  return (await isLogLost(reader)) ? [{ app: "database", problem: LOG_LOST }] : [];
}

const LOG_LOST =
  "it was opened without its write-ahead log (retest.db-wal), although it had been in use: the last changes are missing. Put both files back from an untouched copy, or restore a backup; to use it is, run retest doctor --accept-missing-log";
