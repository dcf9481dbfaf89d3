// A workspace to look at issues in: a shop in testing and a bank that is live, with issues in every state.
import { acceptInvitation, invite } from "../../../src/actions/access/invite-person.ts";
import { randomText } from "../../../src/lib/ids.ts";
import { SESSION } from "../conformance/session-cookie.ts";
import type { World } from "../server/test-server.ts";

export const PLATFORMS = [
  { code: "web", label: "Web" },
  { code: "ios", label: "iOS" },
  { code: "android", label: "Android" },
];

export const HOSTILE_TEXT = `<img src=x onerror="document.title='owned'"> \u202Egnp.exe "quotes"`;

// biome-ignore lint/suspicious/noExplicitAny: tests reach into answers of every shape
type Any = any;

export interface SampleIssues {
  shop: Any;
  bank: Any;
  /** By what they are good for. */
  issues: Record<"card" | "cart" | "fee" | "frozen" | "hostile" | "webhook", Any>;
  raise(fields: Record<string, unknown>): Promise<Any>;
}

export async function createSampleIssues(world: World): Promise<SampleIssues> {
  const shop = await world.app({ name: "Harbour Shop", platforms: PLATFORMS, sections: SHOP });
  const bank = await world.app({
    name: "Lantern Bank",
    mode: "live",
    platforms: PLATFORMS.slice(1),
    repositories: [
      { repo: "lantern/ios", platforms: ["ios"] },
      { repo: "lantern/android", platforms: ["android"] },
    ],
    sections: [
      { ref: "TRF", title: "Transfers", checks: [{ ref: "TRF-1", title: "Send money to a saved contact" }] },
      { ref: "CRD", title: "Cards", checks: [{ ref: "CRD-1", title: "Freeze a card" }] },
    ],
  });
  const raise = async (fields: Record<string, unknown>) => {
    const { status, body } = await world.call(world.admin, "POST", "/issues", { app: shop.id, ...fields });
    if (status !== 201) throw new Error(`raise: ${status} ${JSON.stringify(body)}`);
    return body.data;
  };
  const ines = { name: "Ines Duarte", email: "ines@example.com" };
  const webhook = await deliver(world, bank.id, {
    title: "Payment service times out",
    description: "The request to /transfers takes more than 30 seconds.",
    priority: "P1",
    platforms: ["android"],
    external_id: "4711",
    source: "Rollbar",
    link: "https://rollbar.example.com/items/4711",
  });
  const frozen = await raise({ app: bank.id, section: "CRD", text: FROZEN, platforms: ["ios"], priority: "medium" });
  const hostile = await raise({
    check: "ACC-1",
    text: `${HOSTILE_TEXT}\n\njavascript:alert(1) ${HOSTILE_TEXT}`,
    reporter: { name: HOSTILE_TEXT },
  });
  const fee = await raise({
    app: bank.id,
    check: "TRF-1",
    text: "A transfer above 10,000 shows the wrong fee",
    priority: "high",
  });
  const cart = await raise({ check: "CART-3", text: CART, platforms: ["web", "android"], priority: "low" });
  const card = await raise({ check: "PAY-1", text: CARD, platforms: ["ios"], priority: "urgent", reporter: ines });
  return { shop, bank, issues: { card, cart, fee, frozen, hostile, webhook }, raise };
}

/** Somebody with this name, signed in: what `call` takes in place of a key. */
export async function personCalled(world: World, name: string, role: "viewer" | "tester" | "admin"): Promise<string> {
  const grant = { workspaceId: world.store.workspace.id, role, apps: null, email: null, createdBy: null };
  const { invitation } = await world.store.performer.perform(invite, grant);
  const joining = { hash: invitation.hash, name, email: `${randomText(8)}@example.com`, passwordHash: "none" };
  return SESSION + (await world.store.performer.perform(acceptInvitation, joining)).token;
}

export async function deliver(world: World, app: string, payload: object): Promise<Any> {
  const { body } = await world.call(world.admin, "GET", `/apps/${app}/webhook`);
  const { pathname } = new URL(body.data.url);
  const answer = await fetch(world.address + pathname, { method: "POST", body: JSON.stringify(payload) });
  const { issue } = (await answer.json()) as Any;
  return (await world.call(world.admin, "GET", `/issues/${issue.id}`)).body.data;
}

const CARD = `The card form stays empty after going back

Seen twice on a slow connection.
1. Put something into the cart and go to the checkout
2. Go back, then forward again

Expected: the card that was typed is still there. See https://example.com/notes?id=7.`;
const CART = "The cart is empty after signing in with an e-mail link";
const FROZEN = "The frozen card still shows as active in the widget";
const SHOP = [
  {
    ref: "CART",
    title: "Cart",
    checks: [
      { ref: "CART-1", title: "Add an article to the cart" },
      { ref: "CART-2", title: "Change the quantity in the cart" },
      { ref: "CART-3", title: "Keep the cart after signing in" },
    ],
  },
  {
    ref: "PAY",
    title: "Checkout",
    checks: [
      { ref: "PAY-1", title: "Pay by card" },
      { ref: "PAY-2", title: "Pay with the phone's wallet", not_applicable: ["web"] },
    ],
  },
  { ref: "ACC", title: "Account", checks: [{ ref: "ACC-1", title: "Sign in with a wrong password" }] },
];
