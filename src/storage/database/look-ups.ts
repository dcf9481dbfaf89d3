// What is looked up by keys, which come from different requests and are asked for together: a statement costs PostgreSQL and
// us more than the rows that it gives. None joins one that is already on its way: what it then finds may be older than the request.

import type { Value } from "./database.ts";

const AT_ONCE = 2;
const MOST_KEYS = 100;

interface Waiting<Found> {
  resolve(found: Found | undefined): void;
  reject(error: unknown): void;
}

export type LookUp<Found> = (key: string) => Promise<Found | undefined>;

/** Whether PostgreSQL refuses a text: one would spoil the query of all who ask together, and no key has it. */
export function isRefused(text: string): boolean {
  return !text.isWellFormed() || text.includes("\0");
}

/** The values that a statement for many is given in one of its lists; equal for equal ones. */
export function fieldsOf(values: readonly Value[]): string {
  return values.map((value, i) => `"v${i}":${JSON.stringify(value)}`).join(",");
}

/** A JSON list of records, each with its place in the request. */
export function recordsOf(lists: readonly string[]): string {
  return `[${lists.map((fields, n) => `{"n":${n},${fields}}`).join(",")}]`;
}

/** Looks keys up together; `ask` gives what there is for some of them, under each key. */
export function lookUpTogether<Found>(
  ask: (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>,
  most = MOST_KEYS,
): LookUp<Found> {
  /** The callers that wait for each key, in the order in which the keys came. */
  const waiting = new Map<string, Waiting<Found>[]>();
  let [underWay, isDue] = [0, false];

  function takeSome(): [string, Waiting<Found>[]][] {
    const some: [string, Waiting<Found>[]][] = [];
    for (const entry of waiting) {
      if (some.length === most) break;
      some.push(entry);
    }
    for (const [key] of some) waiting.delete(key);
    return some;
  }

  async function askNext(): Promise<void> {
    underWay++;
    const some = takeSome();
    try {
      const found = await ask(some.map(([key]) => key));
      for (const [key, all] of some) for (const { resolve } of all) resolve(found.get(key));
    } catch (error) {
      for (const [, all] of some) for (const { reject } of all) reject(error);
    }
    underWay--;
    askAll();
  }

  function askAll(): void {
    isDue = false;
    while (underWay < AT_ONCE && waiting.size > 0) void askNext();
  }

  return (key) => {
    if (isRefused(key)) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      const all = waiting.get(key);
      if (all === undefined) waiting.set(key, [{ resolve, reject }]);
      else all.push({ resolve, reject });
      if (isDue) return;
      isDue = true;
      setImmediate(askAll);
    });
  };
}
