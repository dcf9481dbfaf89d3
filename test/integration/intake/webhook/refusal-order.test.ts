// When several things are wrong with a delivery: which of them it is told.
import { describe, expect, test } from "vitest";
import { outcomeOf } from "../../../support/checks/route-table.ts";
import { type Hook, openHook, setPlan, signed } from "../../../support/clients/webhook-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const RATE = 3;
const SECRET = "the signing secret";
const KNOWN = { title: "Known", external_id: "known" };

/** In the order of the contract; the last cause that is left decides. */
const ANSWER = {
  off: "404 not_found",
  large: "413 too_large",
  unsigned: "401 invalid_signature",
  testing: "409 not_live",
  rated: "429 rate_limited",
  list: "400 invalid_json",
  untitled: "400 missing_title",
  known: "200",
  usedUp: "402 limit_reached",
} as const;
type Cause = keyof typeof ANSWER;
const CAUSES = Object.keys(ANSWER) as Cause[];
const PAIRS = CAUSES.flatMap((first, i) => CAUSES.slice(i + 1).map((second): [Cause, Cause] => [first, second]));

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, { webhookRate: RATE, freePlanIssues: 1 });

  /** Makes the causes true of the app; its known issue is there in any case, and its secret set. */
  const arrange = async (causes: ReadonlySet<Cause>): Promise<Hook> => {
    await setPlan(world, "unlimited");
    const hook = await openHook(world);
    await hook.raised(KNOWN);
    if (causes.has("rated")) for (let i = 1; i < RATE; i++) await hook.duplicated(KNOWN);
    await hook.setSecret(SECRET);
    if (causes.has("usedUp")) await setPlan(world, "free");
    if (causes.has("off")) await hook.configure({ enabled: false });
    if (causes.has("testing")) await hook.setMode("testing");
    return hook;
  };
  const deliver = async (hook: Hook, causes: ReadonlySet<Cause>) => {
    const title = causes.has("untitled") ? {} : { title: "Delivered" };
    const payload = { ...title, external_id: causes.has("known") ? "known" : "fresh" };
    const text = JSON.stringify(causes.has("list") ? [payload] : payload);
    const body = causes.has("large") ? text.padEnd(1_048_577) : text;
    return outcomeOf(await hook.deliver(body, causes.has("unsigned") ? {} : signed(SECRET, body)));
  };

  test.each(CAUSES)("%s alone", async (cause) => {
    const causes = new Set([cause]);
    expect(await deliver(await arrange(causes), causes)).toBe(ANSWER[cause]);
  });

  const inOrder = async (first: Cause, second: Cause) => {
    const causes = new Set([first, second]);
    expect(await deliver(await arrange(causes), causes)).toBe(ANSWER[first]);
  };
  test.concurrent.each(PAIRS.filter(([, second]) => second !== "usedUp"))("%s goes before %s", inOrder);
  // The plan is the whole workspace's: these one by one.
  test.each(PAIRS.filter(([, second]) => second === "usedUp"))("%s goes before %s", inOrder);

  test("with everything wrong at once, the causes show one after the other as each is mended", async () => {
    const causes = new Set(CAUSES);
    const hook = await arrange(causes);
    const mend: Partial<Record<Cause, () => unknown>> = {
      off: async () => {
        await hook.setMode("live");
        await hook.configure({ enabled: true });
        await hook.setMode("testing");
      },
      testing: () => hook.setMode("live"),
      rated: () => {
        world.clock.offset += 3_600_000;
      },
      usedUp: () => setPlan(world, "unlimited"),
    };
    for (const cause of CAUSES) {
      // What must not be counted leaves room for what follows the turn of the hour.
      if (cause === "known") world.clock.offset += 3_600_000;
      expect(await deliver(hook, causes)).toBe(ANSWER[cause]);
      causes.delete(cause);
      await mend[cause]?.();
    }
    expect(await deliver(hook, causes)).toBe("201");
    world.clock.offset = 0;
  });
});
