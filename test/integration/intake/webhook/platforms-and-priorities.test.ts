// The words by which deliveries name platforms and priorities, and the defaults where they name none.
import { beforeAll, describe, expect, test } from "vitest";
import { type Hook, openHook } from "../../../support/clients/webhook-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const PLATFORMS = [
  { code: "app", label: "iPhone app" },
  { code: "droid", label: "Android, Play store" },
  { code: "shop", label: "Web shop" },
  { code: "desk-win", label: "Desktop" },
];
/** Two of one kind: a generic word can mean neither. */
const TWINS = [
  { code: "ios-phone", label: "Phone" },
  { code: "ios-pad", label: "Tablet" },
  { code: "android", label: "Android" },
];
const DEFAULTS = ["shop"];

const NAMED: [words: unknown, codes: string[]][] = [
  ["app", ["app"]],
  ["APP", ["app"]],
  ["iphone APP", ["app"]],
  [
    ["droid", "app"],
    ["droid", "app"],
  ],
  ["droid,app", ["droid", "app"]],
  [" droid , app,,", ["droid", "app"]],
  ["Android, Play store", ["droid"]],
  [["app", "app", "iPhone app"], ["app"]],
  ["ios", ["app"]],
  ["iOS , Android,,", ["app", "droid"]],
  ["iPad", ["app"]],
  ["chrome", ["shop"]],
  [["browser"], ["shop"]],
  ["Windows 11", ["desk-win"]],
  ["toaster, app", ["app"]],
  [["toaster", 7, null, "app"], ["app"]],
];
/** They name nothing that the app has. */
const UNNAMED: unknown[] = [
  ...["all", "toaster", "", " ", ",,,", "linux", "macos", [], ["toaster"], [7], [["app"]], {}, { app: true }, 7, true],
  null,
];

const PRIORITIES: Record<string, unknown[]> = {
  urgent: ["urgent", "critical", "fatal", "P1", "p1", "1", 1, 50, "50", "Critical", " FATAL "],
  high: ["high", "error", "P2", 2, "2", 40],
  medium: ["medium", "warning", "P3", 3, 30],
  low: ["low", "info", "P4", "P5", 4, 5, 20, 10],
};
const NO_PRIORITY: unknown[] = ["", " ", "P0", "P6", 0, 6, 60, 1.5, "urgently", "none", {}, [], ["high"], true, null];

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, { webhookRate: 0 });
  let hook: Hook;
  let twins: Hook;
  beforeAll(async () => {
    hook = await openHook(world, { platforms: PLATFORMS });
    twins = await openHook(world, { platforms: TWINS });
    await hook.configure({ default_platforms: DEFAULTS, default_priority: "medium" });
  });

  const platformsOf = (payloads: unknown[], at = hook) =>
    Promise.all(payloads.map(async (platforms) => (await at.raised({ title: "T", platforms })).platforms));
  const prioritiesOf = (payloads: unknown[], at = hook) =>
    Promise.all(payloads.map(async (priority) => (await at.raised({ title: "T", priority })).priority));

  test("platforms are the app's codes or names in any case, or generic words for the only one of a kind", async () => {
    expect(await platformsOf(NAMED.map(([words]) => words))).toEqual(NAMED.map(([, codes]) => codes));
  });

  test("words that match nothing are ignored and the configured default platforms apply", async () => {
    expect(await platformsOf(UNNAMED)).toEqual(UNNAMED.map(() => DEFAULTS));
    expect((await hook.raised({ title: "T" })).platforms).toEqual(DEFAULTS);
  });

  test("without default platforms every platform is meant", async () => {
    for (const platforms of [undefined, "toaster", []]) {
      expect(await twins.raised({ title: "T", platforms })).toMatchObject({ platforms: [], all_platforms: true });
    }
  });

  test("a generic word means nothing when the app has two platforms of that kind", async () => {
    const words = ["ios", "iphone", "ios-pad", "Tablet", "ios, android"];
    expect(await platformsOf(words, twins)).toEqual([[], [], ["ios-pad"], ["ios-pad"], ["android"]]);
  });

  test("a code or label as written comes first, and a name that several platforms have means all of them", async () => {
    const platforms = [
      { code: "IOS", label: "Apple" },
      { code: "ios", label: "Apple" },
      { code: "web", label: "Web" },
    ];
    const cased = await openHook(world, { platforms });
    const words = [["IOS"], ["ios"], "Apple", "iOS, WEB", ["toaster"]];
    expect(await platformsOf(words, cased)).toEqual([["IOS"], ["ios"], ["IOS", "ios"], ["IOS", "ios", "web"], []]);
  });

  test("default platforms can be replaced and taken away again", async () => {
    await twins.configure({ default_platforms: ["ios-pad", "android"] });
    expect((await twins.raised({ title: "T", platforms: "ios" })).platforms).toEqual(["ios-pad", "android"]);
    await twins.configure({ default_platforms: [] });
    expect((await twins.raised({ title: "T", platforms: "ios" })).platforms).toEqual([]);
  });

  test("a platform that the app got a moment ago is known to the next delivery, on every server", async () => {
    const other = await world.anotherServer();
    const grown = await openHook(world);
    for (const at of [world.address, other]) expect((await grown.deliver({ title: "T" }, {}, at)).status).toBe(201);
    const platforms = [...PLATFORMS, { code: "ios", label: "iOS" }, { code: "android", label: "Android" }];
    await world.call(world.admin, "PATCH", `/apps/${grown.app.id}`, { platforms });
    for (const at of [world.address, other]) await grown.deliver({ title: "T", platforms: "desk-win" }, {}, at);
    expect((await grown.issues()).map((issue) => issue.platforms)).toEqual([["desk-win"], ["desk-win"], [], []]);
  });

  test("ten thousand words in one text are no trouble", async () => {
    const words = Array.from({ length: 10_000 }, (_, i) => `word${i}`);
    expect(await platformsOf([words.join(","), words, ["app", ...words]])).toEqual([DEFAULTS, DEFAULTS, ["app"]]);
  });

  test.each(Object.entries(PRIORITIES))("%s is what %j stand for", async (priority, words) => {
    expect(await prioritiesOf(words)).toEqual(words.map(() => priority));
  });

  test("anything else gets the configured default", async () => {
    expect(await prioritiesOf(NO_PRIORITY)).toEqual(NO_PRIORITY.map(() => "medium"));
    expect((await hook.raised({ title: "T" })).priority).toBe("medium");
  });

  test("without a default priority anything else gets none", async () => {
    expect(await prioritiesOf(NO_PRIORITY, twins)).toEqual(NO_PRIORITY.map(() => null));
  });
});
