// A server killed at each step of sending: the receiver hears of each fix at most once, and what it missed is listed.
import { expect, test } from "vitest";
import { runSendKills, SEND_KILL_POINTS } from "../../chaos/kill/kill-sends-run.ts";
import { watchNotifications } from "../../chaos/kill/kill-sends-watch.ts";
import { freshPlace } from "../support/clients/cli-settings.ts";
import { DATABASES } from "../support/server/test-server.ts";

test.concurrent.each(DATABASES)("on %s", async (kind) => {
  const place = await freshPlace(kind);
  const { stateOf, close } = watchNotifications(place.settings);
  const problems: string[] = [];
  try {
    const report = (problem: string) => problems.push(problem);
    const summaries = await runSendKills({ settings: place.settings, rounds: 1, stateOf, toTheEnd: false, report });
    expect(problems).toEqual([]);
    for (const point of SEND_KILL_POINTS) {
      expect(summaries[point]).toMatchObject({ kills: 1, "told twice": 0, "lost without a trace": 0 });
      if (point !== "before the commit") expect(summaries[point].fixed).toBe(1);
    }
    expect(summaries["after the request"]).toMatchObject({ "told once": 1, "of those after the restart": 0 });
  } finally {
    await close();
    await place.remove();
  }
});
