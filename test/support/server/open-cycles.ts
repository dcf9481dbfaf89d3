// Two cycles that overlap, opened in every app that a test makes, with RETEST_TEST_OPEN_CYCLES=1: whatever names no cycle must
// answer as ever.
import { startCycle } from "../../../src/actions/cycles/start-cycle.ts";
import { commandLineActor } from "../../../src/cli/with-store.ts";
import type { Store } from "../../../src/startup/open-store.ts";

const IS_WANTED = process.env.RETEST_TEST_OPEN_CYCLES === "1";

/** Of an app with checks, before a test has written to it. */
export const FIRST_REVISION = IS_WANTED ? 3 : 1;

interface MadeApp {
  id: string;
  sections: { id: string; checks: number }[];
}

/** One of everything, and one of a section for one build; an app without checks has nothing to test. */
export async function openCycles({ performer, workspace }: Store, { id, sections }: MadeApp): Promise<void> {
  const section = sections.find(({ checks }) => checks > 0);
  if (!IS_WANTED || section === undefined) return;
  const all = { actor: commandLineActor(workspace), app: id, platforms: [], from: null, testers: [] };
  await performer.perform(startCycle, { ...all, name: "All", build: null, sections: [] });
  await performer.perform(startCycle, { ...all, name: "Some", build: "1.0", sections: [section.id] });
}
