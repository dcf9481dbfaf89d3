// `npm run hostile`: sends every hostile report, file to import, delivery, message of a tool and request that the tests have to the built
// server, and what is only large, and says for how long others waited for each: the time that the main thread computed in one go. What the
// machine gave to others meanwhile is not counted. Options: --only TEXT, --rounds 5, --database sqlite|postgres. Ends with 1 if anything is
// over the bar.
import { parseArgs } from "node:util";
import { openHostileServer } from "./hostile-server.ts";
import { watchTurns } from "./watch-turns.ts";

const BAR_MS = 50;

const { values: flags } = parseArgs({
  options: {
    only: { type: "string" },
    rounds: { type: "string", default: "5" },
    database: { type: "string", default: "sqlite" },
  },
});
const { server, requests, close } = await openHostileServer(flags.database === "postgres" ? "postgres" : "sqlite");
const longest = new Map<string, { of: string; ms: number }>();
const over: string[] = [];
try {
  const wanted = requests.filter(
    ({ what, kind }) => flags.only === undefined || `${kind}: ${what}`.includes(flags.only),
  );
  for (const { kind, what, send } of wanted) {
    let least = Number.POSITIVE_INFINITY;
    // A busy machine only ever adds: what is over the bar is sent again.
    for (let round = 0; round < Number(flags.rounds) && least > BAR_MS; round++) {
      least = Math.min(least, await watchTurns(server, send));
    }
    if (least > BAR_MS) over.push(`${kind}: ${what}: ${least.toFixed(0)} ms`);
    if (least > (longest.get(kind)?.ms ?? -1)) longest.set(kind, { of: what, ms: least });
  }
  for (const [kind, { of, ms }] of longest) {
    const count = wanted.filter((one) => one.kind === kind).length;
    console.log(
      `${kind.padEnd(34)} ${String(count).padStart(4)}   longest turn ${ms.toFixed(0).padStart(4)} ms   ${of}`,
    );
  }
} finally {
  await close();
}
if (over.length > 0) {
  console.error(`\nover ${BAR_MS} ms:\n${over.join("\n")}`);
  process.exitCode = 1;
}
