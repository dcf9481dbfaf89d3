// Goes on with erasures until they are done: step by step, so that nobody waits for it. Whatever is interrupted is gone on with later, by
// any server.
import { setTimeout as wait } from "node:timers/promises";
import { LONG_AGO } from "../actions/privacy/delete-app-rows.ts";
import { type ErasureNews, eraseStep, finishErasure, noteErasureFailure } from "../actions/privacy/erase-step.ts";
import { listUnfinishedErasures } from "../storage/privacy/erasures.ts";
import { eraseFromFiles } from "./erase-from-files.ts";
import { type FileKeeping, removeOrphanedFiles } from "./remove-orphaned-files.ts";
import { WokenRun } from "./woken-run.ts";

interface ErasingOptions extends FileKeeping {
  /** Takes what was deleted or replaced out of the database's files. */
  clean(): Promise<void>;
}

/** How often it is looked whether the time to wait is over: clocks may be set. */
const LOOK_EVERY_MS = 200;

/** Runs an erasure to its end. If it fails, that is noted and thrown; it can be continued later. */
export async function runErasure(
  options: ErasingOptions,
  id: string,
  onNews: (news: ErasureNews) => void = () => {},
): Promise<void> {
  try {
    await runSteps(options, id, onNews);
  } catch (error) {
    // If nothing can be written, this can't either: the first error says why.
    if (!(error instanceof Stopped)) await options.performer.perform(noteErasureFailure, { id }).catch(() => {});
    throw error;
  }
}

async function runSteps(options: ErasingOptions, id: string, onNews: (news: ErasureNews) => void): Promise<void> {
  const news = await goThroughTables(options, id, onNews);
  if (news.state === "done") return;
  await eraseFromFiles(options, id, { news, onNews });
  await removeOrphanedFiles(options, LONG_AGO);
  await options.clean();
  await options.performer.perform(finishErasure, { id });
}

/** Until nothing is left in them, or somebody else has done it all. */
async function goThroughTables(
  { performer }: ErasingOptions,
  id: string,
  onNews: (news: ErasureNews) => void,
): Promise<ErasureNews> {
  for (;;) {
    const news = await performer.perform(eraseStep, { id });
    onNews(news);
    if (news.waitMs > 0) await wait(Math.min(news.waitMs, LOOK_EVERY_MS));
    if (news.state === "done" || news.state === "cleaning") return news;
  }
}

/** A server's: one erasure at a time, until none is left. Closing waits for the step that is under way. */
export class Erasing extends WokenRun {
  private readonly options: ErasingOptions & { onError(error: Error): void };

  constructor(options: ErasingOptions & { onError(error: Error): void }) {
    super(() => this.runAll(new Set()), options.onError);
    this.options = options;
  }

  /** One that fails keeps no other one from being done: it is tried again when somebody wakes it. */
  private async runAll(failed: Set<string>): Promise<void> {
    for (let next = await this.nextOne(failed); next !== undefined; next = await this.nextOne(failed)) {
      const { id } = next;
      try {
        await runErasure(this.options, id, () => {
          if (this.isClosed) throw new Stopped();
        });
      } catch (error) {
        failed.add(id);
        if (!(error instanceof Stopped)) this.options.onError(error as Error);
      }
    }
  }

  private async nextOne(failed: ReadonlySet<string>) {
    if (this.isClosed) return undefined;
    return (await listUnfinishedErasures(this.options.reader)).find(({ id }) => !failed.has(id));
  }
}

/** Thrown when the server stops: another one continues. */
class Stopped extends Error {}
