// kill -9 around sending: the server is killed at each step of telling a tool of a fix, and started again.
import type { Fault, Trial } from "./fault.ts";
import { killSends as kill, POINTS } from "./kill-sends-run.ts";
import { watch } from "./kill-sends-watch.ts";

export const killSends: Fault = {
  name: "kill-sends",
  does: "kill -9 before and after the commit of a fix, and after the claim, the connection, the request and the answer of its notification",
  invariant: "the receiver hears of each fix at most once; what it may have missed is listed, and can be sent by hand",
  rounds: { sqlite: 300, postgres: 300 },
  run,
};

async function run({ ground: { settings }, rounds, report, progress }: Trial): Promise<string> {
  const { stateOf, close } = watch(settings);
  try {
    const perPoint = Math.ceil(rounds / POINTS.length);
    const killed = await kill({ settings, rounds: perPoint, stateOf, toTheEnd: true, report, progress });
    const total = (name: "kills" | "fixed" | "told once" | "told twice" | "interrupted") =>
      Object.values(killed).reduce((sum, one) => sum + one[name], 0);
    return `${total("kills")} kills, ${total("fixed")} fixes: ${total("told once")} told once, ${total("told twice")} twice, ${total("interrupted")} listed as interrupted`;
  } finally {
    await close();
  }
}
