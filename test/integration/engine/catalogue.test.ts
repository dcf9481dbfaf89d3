// The catalogue of actions: every action that is defined can be found by its name on another thread.
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import type { AnyAction } from "../../../src/actions/define-action.ts";
import { ACTIONS, actionOf } from "../../../src/engine/catalogue.ts";

const FOLDER = resolve(import.meta.dirname, "../../../src/actions");

/** All that the files of actions export as one, by the name that it is exported under. */
async function definedActions(): Promise<[string, AnyAction][]> {
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
  const modules = await Promise.all(
    files.map((path) => import(join(FOLDER, path)) as Promise<Record<string, unknown>>),
  );
  const exported = modules.flatMap((module) => Object.entries(module));
  return exported.filter((entry): entry is [string, AnyAction] => typeof (entry[1] as AnyAction)?.run === "function");
}

test("every action that is defined is in it, under the name that it is exported by", async () => {
  const defined = await definedActions();
  expect(defined.length).toBeGreaterThan(50);
  for (const [name, action] of defined) {
    expect(action.name).toBe(name);
    expect(actionOf(name)).toBe(action);
    const { once } = action as AnyAction & { once?: AnyAction };
    if (once !== undefined) expect(actionOf(`${name}Once`)).toBe(once);
  }
});

test("no two actions have the same name", () => {
  expect(new Set(ACTIONS.map(({ name }) => name)).size).toBe(ACTIONS.length);
});
