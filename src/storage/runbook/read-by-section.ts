// Reading a whole runbook, a piece at a time, each check into its section.
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { CheckPage, CheckPlace } from "./check-pages.ts";

const AT_ONCE = 200;

/** `list` gives a page of checks in runbook order, `show` what is wanted of each of them, in the same order. */
export async function readBySection<
  Section extends { id: string },
  Listed extends CheckPlace & { sectionId: string },
  Shown,
>(
  sections: readonly Section[],
  list: (page: CheckPage) => Promise<Listed[]>,
  show: (page: readonly Listed[]) => Promise<Shown[]>,
): Promise<{ section: Section; checks: Shown[] }[]> {
  const entries = sections.map((section) => ({ section, checks: [] as Shown[] }));
  const byId = new Map(entries.map((entry) => [entry.section.id, entry]));
  let after: CheckPlace | null = null;
  for (;;) {
    const page: Listed[] = await list({ after, limit: AT_ONCE });
    const shown = await show(page);
    for (const [i, { sectionId }] of page.entries()) byId.get(sectionId)?.checks.push(shown[i]!);
    if (page.length < AT_ONCE) return entries;
    after = page.at(-1)!;
    // The embedded database answers at once: without this no other request would be served meanwhile.
    await yieldToEventLoop();
  }
}
