// A runbook as people have them: three platforms, every status, an open issue and a fixed one.
import type { World } from "../server/test-server.ts";

const PLATFORMS = [
  { code: "web", label: "Web" },
  { code: "ios", label: "iOS" },
  { code: "android", label: "Android" },
];

const SECTIONS = [
  [
    "CART",
    "Cart",
    [
      "Add an article to the cart",
      "Change the quantity in the cart",
      "Keep the cart after signing in",
      "Remove the last article",
      "Show what is left in stock",
    ],
  ],
  [
    "PAY",
    "Checkout",
    [
      "Pay by card",
      "Pay with the phone's wallet",
      "Receipt arrives by e-mail",
      "Apply a voucher that has run out",
      "Deliver to another address than the one on the invoice",
    ],
  ],
  ["ACC", "Account", ["Sign in with a wrong password", "Delete the account", "Change the e-mail address"]],
] as const;

export interface SampleRunbook {
  id: string;
  name: string;
}

/** Everything goes through the API, with the keys of the world. */
export async function sampleRunbook(world: World, name = "Harbour Shop"): Promise<SampleRunbook> {
  const { id } = await world.app({
    name,
    platforms: PLATFORMS,
    sections: SECTIONS.map(([ref, title, checks]) => ({
      ref,
      title,
      checks: checks.map((check, i) => ({ ref: `${ref}-${i + 1}`, title: check })),
    })),
  });
  const results = [
    ["CART-1", [], "passed"],
    ["CART-2", ["web", "ios"], "passed"],
    ["CART-2", ["android"], "failed"],
    ["CART-4", ["web"], "passed"],
    ["PAY-1", [], "passed"],
    ["PAY-2", ["ios"], "passed"],
    ["ACC-1", ["web"], "passed"],
  ].map(([check, platforms, outcome]) => ({ check, platforms, outcome, build: "1.4.0" }));
  await ask(world, world.tester, "POST", "/results", { app: id, results });
  const checks = await ask(world, world.viewer, "GET", `/checks?app=${id}`);
  const idOf = (ref: string) => checks.find((check: { ref: string }) => check.ref === ref).id as string;
  await ask(world, world.tester, "PUT", `/checks/${idOf("PAY-2")}/not-applicable`, { platforms: ["web"] });
  await ask(world, world.admin, "PATCH", `/checks/${idOf("PAY-1")}`, {
    instructions:
      "1. Put an article into the cart.\n2. Choose a card that ends in 4242.\n3. The receipt shows the sum.",
  });
  const raise = (check: string, text: string, platforms: string[]) =>
    ask(world, world.tester, "POST", "/issues", { app: id, check, text, platforms, priority: "high" });
  await raise("PAY-1", "The card form stays empty after going back\n\nSeen twice on a slow connection.", ["ios"]);
  const fixed = await raise("CART-3", "The cart is empty after signing in with an e-mail link", ["web", "android"]);
  await ask(world, world.admin, "POST", `/issues/${fixed.id}/fix`, {});
  return { id, name };
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
async function ask(world: World, key: string, method: string, path: string, body?: unknown): Promise<any> {
  const answer = await world.call(key, method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}
