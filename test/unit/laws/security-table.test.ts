// docs/security.md has a row for every requirement, and cites tests that exist.
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

/** How many requirements of levels 1 and 2 each section of the standard has; those of level 3 come after them. */
const SECTIONS: Record<string, number> = {
  "6.1": 3,
  "6.2": 12,
  "6.3": 4,
  "6.4": 4,
  "6.5": 5,
  "6.6": 3,
  "6.8": 4,
  "7.1": 3,
  "7.2": 4,
  "7.3": 2,
  "7.4": 5,
  "7.5": 2,
  "7.6": 2,
  "14.1": 2,
  "14.2": 4,
  "14.3": 3,
};
const STATES = ["Met", "Not met", "Not applicable"];
const CITED = /`(test\/[\w/.-]+)`: "([^"]+)"/g;

const text = readFileSync("docs/security.md", "utf8");
const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| (.+) \| (.+) \| (.+) \|$/gm)].map(([, id, , state, why]) => ({
  id: id!,
  state: state!,
  why: why!,
}));

describe("the table of security requirements", () => {
  test("has every requirement of its chapters once, in order", () => {
    const asked = Object.entries(SECTIONS).flatMap(([section, count]) =>
      Array.from({ length: count }, (_, i) => `${section}.${i + 1}`),
    );
    expect(rows.map(({ id }) => id)).toEqual(asked);
  });

  test("counts what is met, not met and not applicable", () => {
    const [met, not, none] = STATES.map((state) => rows.filter((row) => row.state === state).length);
    expect(text).toContain(
      `Of ${rows.length} requirements, ${met} are met, ${not} are not met, and ${none} are not applicable.`,
    );
    expect(met! + not! + none!).toBe(rows.length);
  });

  test("shows what is met by a test, or by where it is written", () => {
    const bare = rows.filter(({ state, why }) => state === "Met" && !/`test\/|\]\(\S*#/.test(why));
    expect(bare).toEqual([]);
  });

  test("cites tests that exist, by their exact names", () => {
    const cited = [...text.matchAll(CITED)];
    expect(cited.length).toBe(text.split("`test/").length - 1);
    const missing = cited.filter(([, file, name]) => !existsSync(file!) || !namesOf(file!).includes(name!));
    expect(missing.map(([all]) => all)).toEqual([]);
  });
});

/** Whatever is written in quotes behind an opening bracket, as a test's name is. */
function namesOf(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(/\(\s*(["`])(.+?)\1,/g)].map(([, , name]) => name!);
}
