// A server killed at each step of telling a tracker: of each issue there is one item, and it is told in the end.
import { expect, test } from "vitest";
import { runForwardKills } from "../../chaos/kill/kill-forwards-run.ts";
import { freshPlace } from "../support/clients/cli-settings.ts";
import { TRACKERS } from "../support/fake-tools/trackers.ts";
import { DATABASES } from "../support/server/test-server.ts";

test.concurrent.each(DATABASES)("on %s", async (kind) => {
  const place = await freshPlace(kind);
  const problems: string[] = [];
  try {
    const summaries = await runForwardKills({
      settings: place.settings,
      rounds: 1,
      points: ["when the item is made", "when it is moved"],
      // Makes every connection due at once, in place of waiting a minute.
      leasesEnd: () => place.meddle("update connection set next_at = 1 where next_at is not null"),
      report: (problem) => problems.push(problem),
    });
    expect(problems).toEqual([]);
    expect(Object.keys(summaries)).toHaveLength(2 * TRACKERS.length);
    for (const summary of Object.values(summaries)) {
      expect(summary).toEqual({ kills: 1, "one item": 1, "two items": 0, "told in the end": 1 });
    }
  } finally {
    await place.remove();
  }
});
