// The busy workspace: keeps so many requests under way, each with another of its keys, until it is ended. A process of its own, so that only
// the server is between it and the quiet workspace.
import { readFileSync } from "node:fs";
import { Agent } from "node:http";
import { ask } from "./ask.ts";
import { BEGUN, type Flood, requestOf } from "./floods.ts";
import type { Neighbour } from "./workspaces.ts";

const [port, flood, atOnce, file] = process.argv.slice(2);
const workspace = JSON.parse(readFileSync(file!, "utf8")) as Neighbour;
const agent = new Agent({ keepAlive: true, maxSockets: Number(atOnce) });
/** How often each status was answered; 0 for none at all. */
const answered: Record<number, number> = {};
process.on("SIGTERM", () => {
  console.log(JSON.stringify(answered));
  process.exit();
});
let [n, hasBegun] = [0, false];
for (let i = 0; i < Number(atOnce); i++) void goOn();

async function goOn(): Promise<never> {
  for (;;) {
    const asked = ask(Number(port), agent, requestOf(flood as Flood, workspace, n++));
    const { status } = await asked.catch(() => ({ status: 0 }));
    answered[status] = (answered[status] ?? 0) + 1;
    if (!hasBegun) console.log(BEGUN);
    hasBegun = true;
  }
}
