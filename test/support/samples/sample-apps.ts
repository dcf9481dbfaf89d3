// Apps with realistic data, for pages that show several: every status, both modes, a name that is hostile.
import type { World } from "../server/test-server.ts";

export const HOSTILE = "<img src=x onerror=alert(1)> \u202egnp.exe =1+1 averyverylongwordwithoutanyblanksinitatall";

const PLATFORMS = [
  { code: "web", label: "Web" },
  { code: "ios", label: "iOS" },
  { code: "android", label: "Android" },
];

/** Gives the id of the first: a shop with every status in it. */
export async function sampleApps(world: World, more: readonly string[] = []): Promise<string> {
  const shop = await world.app({
    name: "Harbour Shop",
    platforms: PLATFORMS,
    repositories: [
      { repo: "harbour/web", platforms: ["web"] },
      { repo: "harbour/mobile", platforms: ["ios", "android"] },
    ],
    sections: [
      {
        ref: "CART",
        title: "Cart",
        checks: [
          { ref: "CART-1", title: "Add an article to the cart" },
          { ref: "CART-2", title: "Change the quantity in the cart" },
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
    ],
  });
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await world.call(world.admin, method, path, body);
    if (answer.status >= 400) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  };
  await call("POST", "/results", {
    app: shop.id,
    results: [
      { check: "CART-1", outcome: "passed" },
      { check: "CART-2", platforms: ["web", "ios"], outcome: "passed" },
      { check: "CART-2", platforms: ["android"], outcome: "failed" },
    ],
  });
  await call("POST", "/issues", {
    app: shop.id,
    check: "PAY-1",
    platforms: ["ios"],
    text: "The card form stays empty after going back",
  });
  const fixed = await call("POST", "/issues", {
    app: shop.id,
    check: "CART-1",
    platforms: ["web", "android"],
    text: "The cart is empty after signing in",
  });
  await call("POST", `/issues/${fixed.id}/fix`, {});
  await world.app({
    name: "Lantern Bank",
    mode: "live",
    platforms: PLATFORMS.slice(1),
    sections: [{ ref: "TRF", title: "Transfers", checks: [{ ref: "TRF-1", title: "Send money to a contact" }] }],
  });
  for (const name of more) await world.app({ name, platforms: PLATFORMS, sections: [] });
  return shop.id;
}
