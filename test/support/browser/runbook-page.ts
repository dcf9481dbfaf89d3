// A sample runbook to visit: one for a block of tests, or a new one for each of them with somebody at its grid.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type { Role } from "../../../src/domain/access/grant.ts";
import { sampleRunbook } from "../samples/sample-runbook.ts";
import type { DatabaseKind, World } from "../server/test-server.ts";
import { type Opener, signedIn, type Visitor } from "./browser.ts";
import { stageOf } from "./use-browser.ts";

export interface RunbookStage {
  world: World;
  browser: Opener;
  who: Visitor;
  page: Page;
  /** The app of this test. */
  id: string;
  press(...keys: string[]): Promise<void>;
  /** The checks of the app, as the server has them. */
  checks(): Promise<ListedCheck[]>;
}

interface ListedCheck {
  id: string;
  ref: string;
  title: string;
  instructions: string;
  section: { ref: string; title: string };
  platforms: { status: string }[];
}

/** One sample runbook for a whole block. Called where that is described; the id is there for its tests. */
export function sampleStage(kind: DatabaseKind): { world: World; browser: Opener; shop: { id: string } } {
  const stage = { ...stageOf(kind), shop: { id: "" } };
  beforeAll(async () => {
    stage.shop.id = (await sampleRunbook(stage.world)).id;
  });
  return stage;
}

/** Called where the block is described; who, page and id are there for the tests. */
export function runbookStage(kind: DatabaseKind, role: Role): RunbookStage {
  const { world, browser } = stageOf(kind);
  let apps = 0;
  const stage = {
    world,
    browser,
    press: async (...keys) => {
      for (const key of keys) await stage.page.keyboard.press(key);
    },
    checks: async () => (await world.call(world.viewer, "GET", `/checks?app=${stage.id}`)).body.data,
  } as RunbookStage;
  beforeAll(async () => {
    stage.who = await signedIn(browser, world, role);
    stage.page = stage.who.page;
  });
  beforeEach(async () => {
    stage.id = (await sampleRunbook(world, `Harbour Shop ${++apps}`)).id;
    await stage.who.go(`/apps/${stage.id}`);
    await stage.page.getByRole("grid").waitFor();
  });
  afterAll(async () => {
    await stage.who.close();
    expect(await world.problems()).toEqual([]);
  });
  return stage;
}
