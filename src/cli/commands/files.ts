// `retest files move`: moves attached files to where the settings keep new ones, from the folder to the bucket or back.
import { ORPHANED_FILE_MS } from "../../domain/limits.ts";
import { counted } from "../../lib/text/counted.ts";
import { thousands } from "../../lib/text/thousands.ts";
import { filesFolder } from "../../startup/config.ts";
import { openPlaces } from "../../startup/file-places.ts";
import { type CliCommand, requireNoMore, UsageError } from "../command.ts";
import { holdFileMoveLock } from "../hold-file-move-lock.ts";
import { type Moved, moveFiles } from "../move-files.ts";
import { quietLogger, withStoreRead } from "../with-store.ts";

const SAY_EVERY = 100;

export const filesMove: CliCommand = {
  name: "files move",
  usage: "files move",
  summary: "Moves attached files to where new ones are kept: from the data folder to the bucket, or back.",
  details:
    "RETEST_FILES_IN says where that is: bucket (if RETEST_S3_BUCKET is given), or folder. Servers may run, but each must have these\nsettings already: then it reads files from both places. Every file is compared with what was attached before it is\nremoved from the old place. If it is interrupted, run it again: it goes on where it stopped.",
  async run(flags, terminal) {
    requireNoMore(flags, 0, "files move");
    return withStoreRead(terminal, async ({ reader, performer, clock }, config) => {
      const { folder, bucket } = openPlaces(config, quietLogger(terminal));
      if (bucket === null) throw new UsageError("There is no bucket to move files to or from: give RETEST_S3_BUCKET.");
      const isToBucket = config.filesIn === "bucket";
      const [from, to] = isToBucket ? [folder, bucket] : [bucket, folder];
      const lock = await holdFileMoveLock(performer);
      try {
        const onFile = (done: number, all: number) => {
          if (done % SAY_EVERY === 0) terminal.say(`${thousands(done)} of ${thousands(all)} files moved …`);
        };
        const moved = await moveFiles(reader, from, to, { onFile, requireLock: lock.require });
        await to.removeUnfinished(clock() - ORPHANED_FILE_MS);
        for (const problem of moved.failed) terminal.say(problem);
        const names = [filesFolder(config), `the bucket ${config.bucket!.bucket}`];
        const [old, where] = isToBucket ? names : names.reverse();
        terminal.print(`Moved ${counted(moved.files, "file")} (${thousands(moved.bytes)} bytes) to ${where}.`);
        terminal.print(leftIn(old!, moved));
        return moved.failed.length === 0 ? 0 : 1;
      } finally {
        await lock.release();
      }
    });
  },
};

/** Whether the old place can be taken away. */
function leftIn(place: string, { failed, unnamed }: Moved): string {
  if (failed.length > 0) return `${counted(failed.length, "file")} could not be moved from ${place}.`;
  const nothing = `Nothing is left to move from ${place}.`;
  if (unnamed === 0) return nothing;
  return `${nothing} What nothing names stays there: ${counted(unnamed, "file")}, removed less than a day ago or of another database.`;
}
