// kill -9 around sending: the server is killed at each step of telling a tool of a fix, and started again.
import type { ChaosFault, Trial } from "../harness/fault.ts";
import { runSendKills, SEND_KILL_POINTS, type SendsSummary } from "./kill-sends-run.ts";
import { watchNotifications } from "./kill-sends-watch.ts";

export const killSends: ChaosFault = {
  name: "kill-sends",
  does: "kill -9 before and after the commit of a fix, and after the claim, the connection, the request and the answer of its notification",
  invariant: "the receiver hears of each fix at most once; what it may have missed is listed, and can be sent by hand",
  rounds: { sqlite: 300, postgres: 300 },
  run,
};

async function run({ scratch: { settings, database }, rounds, report, progress }: Trial): Promise<string> {
  const { stateOf, close } = watchNotifications(settings);
  try {
    const perPoint = Math.ceil(rounds / SEND_KILL_POINTS.length);
    const killed = await runSendKills({ settings, rounds: perPoint, stateOf, toTheEnd: true, report, progress });
    const total = (name: keyof SendsSummary) => Object.values(killed).reduce((sum, one) => sum + one[name], 0);
    const cases = {
      "killed before the commit": total("kills") - total("fixed"),
      "still pending at the kill and sent after the restart": total("of those after the restart"),
      "listed as interrupted": total("interrupted"),
    };
    const isWhole = rounds >= killSends.rounds[database]!;
    for (const [name, count] of Object.entries(cases)) if (isWhole && count === 0) report(`none was ${name}`);
    const shown = Object.entries(cases).map(([name, count]) => `${count} ${name}`);
    return `${total("kills")} kills, ${total("fixed")} fixes: ${total("told once")} told once, ${total("told twice")} twice; ${shown.join(", ")}`;
  } finally {
    await close();
  }
}
