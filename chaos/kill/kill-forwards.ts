// kill -9 around forwarding: the server is killed at each step of telling a tracker, and started again.
import { setTimeout as sleep } from "node:timers/promises";
import { FORWARD_LEASE_MS } from "../../src/domain/limits/connection-limits.ts";
import type { ChaosFault, Trial } from "../harness/fault.ts";
import { FORWARD_KILL_POINTS, runForwardKills } from "./kill-forwards-run.ts";

export const killForwards: ChaosFault = {
  name: "kill-forwards",
  does: "kill -9 while an item is made, commented on and moved at GitHub, Jira and Linear (stand-ins)",
  invariant: "each issue has one item there, and it is told in the end",
  rounds: { sqlite: 3, postgres: 3 },
  run,
};

async function run({ scratch: { settings }, rounds, report, progress }: Trial): Promise<string> {
  const leasesEnd = () => sleep(FORWARD_LEASE_MS + 1_000);
  const summaries = Object.values(
    await runForwardKills({ settings, rounds, points: FORWARD_KILL_POINTS, leasesEnd, report, progress }),
  );
  const total = (name: "kills" | "one item" | "told in the end") => summaries.reduce((sum, one) => sum + one[name], 0);
  return `${total("kills")} kills: ${total("one item")} issues with one item, ${total("told in the end")} told in the end`;
}
