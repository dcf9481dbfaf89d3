// The world of a block of tests: opened before the first of them, closed after the last.
import { afterAll, beforeAll } from "vitest";
import type { Config } from "../../../src/startup/config.ts";
import { createWorld, type DatabaseKind, type World } from "./test-server.ts";

/** Called where the block is described. What it gives may be passed on at once, and used by the tests and their set-up. */
export function worldOf(kind: DatabaseKind, settings: Partial<Config> = {}, log?: (line: string) => void): World {
  const world = {} as World;
  beforeAll(async () => {
    Object.assign(world, await createWorld(kind, settings, log));
  });
  // There is nothing to close if the world could not be made.
  afterAll(() => (world as Partial<World>).close?.());
  return world;
}
