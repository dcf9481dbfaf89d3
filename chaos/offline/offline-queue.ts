// A tester goes on working in a real browser while the server dies, comes back, is slow, and its answers get lost: what is kept
// in the browser until it is saved is held against what is in the database.
import type { Browser, Cookie } from "playwright-core";
import { openBrowser } from "../../test/support/browser/open-browser.ts";
import { type RunningServer, retest, type Settings, serve } from "../../test/support/clients/run-cli.ts";
import { CHROMIUM } from "../../test/support/machine/find-chromium.ts";
import { Client } from "../harness/client.ts";
import type { ChaosFault, Trial } from "../harness/fault.ts";
import { examine } from "../harness/scratch-database.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { FailingNetwork, type NetworkCondition } from "./failing-network.ts";
import { Tester } from "./offline-queue-tester.ts";

/** Each once in a round, in another order each time. */
const STEPS = ["fine", "away", "gateway", "slow", "lost", "kill", "kill"] as const;
const ACTS_A_STEP = 3;
const PASSWORD = "correct horse battery";
const KILL_WITHIN_MS = 5_000;

export const offlineQueue: ChaosFault = {
  name: "offline-queue",
  does: "a tester works in a browser (checks, titles, results, issues) while the server is away, behind a proxy that says 502, slow, its answers are lost, and it is killed with kill -9 in the middle of an answer; tabs are closed and reloaded all the while",
  invariant:
    "all that was typed and recorded is in the database exactly once when nothing waits in the browser any more, and before that in the database or in the browser",
  rounds: { sqlite: 20, postgres: 5 },
  lacks: () => (CHROMIUM === undefined ? "there is no Chromium: apt-get install chromium-headless-shell" : null),
  run,
};

async function run({ scratch: { settings }, rounds, report, progress }: Trial): Promise<string> {
  const way = await FailingNetwork.open();
  const served = { ...settings, RETEST_BASE_URL: way.address };
  const client = await Client.admin(served);
  let server = await serve(served);
  const follow = () => {
    client.address = server.address;
    way.leadTo(server.address);
  };
  follow();
  const browser = await openBrowser();
  const totals = { typed: 0, results: 0, kills: 0, midAnswer: 0, reopened: 0, waited: 0 };
  try {
    const cookies = await signIn(browser, served, way.address);
    for (let round = 1; round <= rounds; round++) {
      // What waits stays in its own browser: a round has nothing of the one before.
      const context = await browser.newContext({ baseURL: way.address, reducedMotion: "reduce" });
      context.setDefaultTimeout(30_000);
      await context.addCookies(cookies);
      const tester = await Tester.begin(context, client, `Round ${round}`);
      await tester.open();
      for (const step of shuffled(STEPS)) {
        const acts = async () => {
          for (let i = 0; i < ACTS_A_STEP; i++) await tester.act();
        };
        if (step === "kill") {
          totals.kills++;
          const wasAnswering = await killInAnswer(server, way, acts);
          if (wasAnswering) totals.midAnswer++;
          server = await serve(served);
          follow();
        } else {
          way.weather = step satisfies NetworkCondition;
          await acts();
        }
        const waiting = (await tester.queue()).length;
        if (waiting > 0) totals.waited += waiting;
        for (const problem of await tester.missing()) report(`round ${round}, ${step}: ${problem}`);
        // Without a server there is no page to open.
        if (step !== "slow") way.weather = "fine";
        if (Math.random() < 0.5) {
          totals.reopened++;
          await (Math.random() < 0.5 ? tester.open() : tester.reload());
        }
      }
      way.weather = "fine";
      if (!(await tester.drained())) {
        for (const { words, state, reason } of await tester.queue()) {
          report(`round ${round}: still waiting: ${words} (${state}, ${reason})`);
        }
      }
      for (const problem of await tester.missing()) report(`round ${round}: ${problem}`);
      totals.typed += tester.checks.length - 1 + tester.issues.length;
      totals.results += tester.checks.reduce((sum, { results }) => sum + results, 0);
      await context.close();
      progress(round);
    }
    for (const problem of await examine(served)) report(problem);
  } finally {
    await browser.close();
    await way.close();
    await server.stop("SIGKILL");
  }
  const { typed, results, kills, midAnswer, reopened, waited } = totals;
  if (waited === 0) report("nothing ever had to wait");
  return `${typed} checks and issues and ${results} results, ${waited} of which were seen waiting; ${kills} kills, ${midAnswer} of them in the middle of an answer; ${reopened} tabs opened anew`;
}

/** Kills the server while it answers, or after a time without an answer. Gives whether it was answering. */
async function killInAnswer(server: RunningServer, way: FailingNetwork, work: () => Promise<void>): Promise<boolean> {
  let wasAnswering = false;
  way.weather = "fine";
  way.onAnswer = () => {
    if (wasAnswering) return;
    wasAnswering = true;
    server.process.kill("SIGKILL");
    way.weather = "away";
  };
  await work();
  await waitUntil(KILL_WITHIN_MS, async () => wasAnswering);
  way.onAnswer = () => {};
  way.weather = "away";
  await server.stop("SIGKILL");
  return wasAnswering;
}

async function signIn(browser: Browser, settings: Settings, address: string): Promise<Cookie[]> {
  const context = await browser.newContext();
  const { stdout } = await retest(["person", "invite", "--role", "admin", "--json"], settings);
  const token = new URL(JSON.parse(stdout).link).hash.slice(1);
  const data = { token, name: "Ines Duarte", email: "ines@example.com", password: PASSWORD };
  const headers = { "sec-fetch-site": "same-origin" };
  const answer = await context.request.post(`${address}/ui/v1/invitations/accept`, { data, headers });
  if (!answer.ok()) throw new Error(`joining answered ${answer.status()} ${await answer.text()}`);
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}

function shuffled<T>(all: readonly T[]): T[] {
  return all
    .map((one) => ({ one, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}
