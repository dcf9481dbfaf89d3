// `retest files move`: moves attached files to where the settings keep new ones, from the folder to the bucket or back.
import { counted } from "../../lib/text/counted.ts";
import { thousands } from "../../lib/text/thousands.ts";
import { filesFolder } from "../../startup/config.ts";
import { explainedBucket, openPlaces } from "../../startup/file-places.ts";
import { type CliCommand, requireNoMore, UsageError } from "../command.ts";
import { moveFiles } from "../move-files.ts";
import { holdPlace } from "../moving-lock.ts";
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
    return withStoreRead(terminal, async ({ reader }, config) => {
      const { folder, bucket } = openPlaces(config, quietLogger(terminal));
      if (bucket === null) throw new UsageError("There is no bucket to move files to or from: give RETEST_S3_BUCKET.");
      const isToBucket = config.filesIn === "bucket";
      const [from, to] = isToBucket ? [folder, bucket] : [bucket, folder];
      const release = await holdPlace(filesFolder(config));
      try {
        const sayEvery = (done: number, all: number) => {
          if (done % SAY_EVERY === 0) terminal.say(`${thousands(done)} of ${thousands(all)} files moved …`);
        };
        const { files, bytes, failed } = await moveFiles(reader, from, to, sayEvery);
        for (const problem of failed) terminal.say(problem);
        const where = isToBucket ? `the bucket ${config.bucket!.bucket}` : filesFolder(config);
        terminal.print(`Moved ${counted(files, "file")} (${thousands(bytes)} bytes) to ${where}.`);
        return failed.length === 0 ? 0 : 1;
      } catch (error) {
        throw explainedBucket(error, config);
      } finally {
        await release();
      }
    });
  },
};
