// Two sample apps for the demo: one in testing with every status in it, a closed and an open cycle, and one live.

import { type CreateApp, createApp } from "../../actions/apps/create-app.ts";
import { closeCycle } from "../../actions/cycles/close-cycle.ts";
import { startCycle } from "../../actions/cycles/start-cycle.ts";
import { confirmIssue } from "../../actions/issues/confirm-issue.ts";
import { fixIssue } from "../../actions/issues/fix-issue.ts";
import { raiseIssue } from "../../actions/issues/raise-issue.ts";
import { recordResults } from "../../actions/results/record-results.ts";
import type { Actor } from "../../domain/access/actor.ts";
import type { Outcome } from "../../domain/status/platform-status.ts";
import { COMMAND_LINE } from "../../domain/workspace/audit-log.ts";
import type { Store } from "../../startup/open-store.ts";

const PLATFORMS = [
  { code: "web", label: "Web" },
  { code: "ios", label: "iOS" },
  { code: "android", label: "Android" },
];

export const SHOP = "Harbour Shop";
export const BANK = "Lantern Bank";

/** Fills an empty store. Everything goes through the same actions as a request would. */
export async function fillWithSamples({ performer, workspace }: Store): Promise<void> {
  const actor: Actor = {
    name: "Demo",
    channel: "system",
    role: "admin",
    reach: { workspaceId: workspace.id, apps: null },
  };
  const create = (app: CreateApp) => performer.perform(createApp, app, COMMAND_LINE);
  await create({
    actor,
    name: SHOP,
    mode: "testing",
    prefix: null,
    platforms: PLATFORMS,
    repositories: [],
    sections: [
      section("CART", "Cart", [
        ["CART-1", "Add an article to the cart"],
        ["CART-2", "Change the quantity in the cart"],
        ["CART-3", "Keep the cart after signing in"],
      ]),
      section("PAY", "Checkout", [
        ["PAY-1", "Pay by card"],
        ["PAY-2", "Pay with the phone's wallet", ["web"]],
        ["PAY-3", "Receipt arrives by e-mail"],
      ]),
      section("ACC", "Account", [
        ["ACC-1", "Sign in with a wrong password"],
        ["ACC-2", "Delete the account"],
      ]),
    ],
  });
  await create({
    actor,
    name: BANK,
    mode: "live",
    prefix: null,
    platforms: PLATFORMS.slice(1),
    repositories: [
      { repo: "lantern/ios", platforms: ["ios"] },
      { repo: "lantern/android", platforms: ["android"] },
    ],
    sections: [
      section("TRF", "Transfers", [["TRF-1", "Send money to a saved contact"]]),
      section("CRD", "Cards", [["CRD-1", "Freeze a card"]]),
    ],
  });
  const start = (name: string, build: string) => {
    const everything = { platforms: [], sections: [], from: null, testers: [] };
    return performer.perform(startCycle, { actor, app: SHOP, name, build, ...everything });
  };
  const test = (build: string, results: [check: string, platforms: string[], outcome: Outcome][]) => {
    const entries = results.map(([check, platforms, outcome]) => {
      return { check, section: null, platforms, outcome, note: null, build };
    });
    return performer.perform(recordResults, { actor, app: SHOP, batch: true, entries });
  };
  const last = await start("Release 1.4", "1.4.0");
  await test("1.4.0", [
    ["CART-1", [], "passed"],
    ["CART-2", ["web", "ios"], "passed"],
    ["CART-2", ["android"], "failed"],
    ["PAY-1", [], "passed"],
    ["PAY-2", ["ios"], "passed"],
    ["ACC-1", ["web"], "passed"],
  ]);
  const raise = (app: string, place: { check?: string; section?: string }, text: string, platforms: string[]) =>
    performer.perform(raiseIssue, {
      actor,
      app,
      check: place.check ?? null,
      section: place.section ?? null,
      text,
      platforms,
      priority: "high",
      reporter: { name: "Ines Duarte" },
    });
  await raise(
    SHOP,
    { check: "PAY-1" },
    "The card form stays empty after going back\n\nSeen twice on a slow connection.",
    ["ios"],
  );
  const fixed = await raise(SHOP, { check: "CART-3" }, "The cart is empty after signing in with an e-mail link", [
    "web",
    "android",
  ]);
  await performer.perform(fixIssue, { actor, id: fixed.id, fixed: true, platforms: null, pullRequest: null });
  await performer.perform(closeCycle, { actor, id: last });
  await start("Release 1.5", "1.5.0");
  await test("1.5.0", [
    ["CART-1", [], "passed"],
    ["CART-2", ["web", "ios"], "passed"],
    ["PAY-1", ["web", "android"], "passed"],
  ]);
  await raise(BANK, { check: "TRF-1" }, "A transfer above 10,000 shows the wrong fee", []);
  await raise(BANK, { section: "CRD" }, "The frozen card still shows as active in the widget", ["ios"]);
  const confirmed = await raise(BANK, {}, "The app icon is blurred on small tablets", []);
  await performer.perform(fixIssue, { actor, id: confirmed.id, fixed: true, platforms: null, pullRequest: null });
  await performer.perform(confirmIssue, { actor, id: confirmed.id, confirmed: true });
}

function section(ref: string, title: string, checks: [ref: string, title: string, notApplicable?: string[]][]) {
  return {
    ref,
    title,
    checks: checks.map(([checkRef, checkTitle, notApplicable]) => ({
      ref: checkRef,
      title: checkTitle,
      instructions: null,
      notApplicable: notApplicable ?? [],
    })),
  };
}
