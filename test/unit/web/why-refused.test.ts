// What the list of unsaved changes says where the server refuses one.
import { describe, expect, test } from "vitest";
import { archivedText, placesOf, remedyText } from "../../../web/src/unsaved/why-refused.ts";

describe("a refused change", () => {
  test("names the check that was archived, the section that was deleted, or how many checks were", () => {
    const check = { kind: "checks" as const, id: "chk_1", title: "Pay by card" };
    expect(archivedText([check])).toBe("The check “Pay by card” was archived meanwhile.");
    expect(archivedText([{ ...check, kind: "sections" }])).toBe("The section “Pay by card” was deleted meanwhile.");
    expect(archivedText([check, check])).toBe("2 of its checks were archived meanwhile.");
  });

  test("an admin is offered to restore it, everybody else is told whom to ask", () => {
    expect(remedyText(true)).toBe("Restore it to save this, or discard your change.");
    expect(remedyText(false)).toBe("Ask an admin to restore it, then try again, or discard your change.");
  });

  test("is asked about by each check and section that it can't be made without, once", () => {
    const cell = (check: string) => ({ check, platform: "web" });
    const cells = [cell("chk_1"), cell("chk_1"), cell("chk_2")];
    expect(placesOf({ kind: "results", cells, outcome: "passed" })).toEqual([
      { kind: "checks", id: "chk_1" },
      { kind: "checks", id: "chk_2" },
    ]);
    expect(placesOf({ kind: "move", checks: ["chk_1"], section: "sec_1", after: "chk_9" })).toEqual([
      { kind: "sections", id: "sec_1" },
      { kind: "checks", id: "chk_1" },
    ]);
    expect(placesOf({ kind: "issue", text: "Broken", platforms: [] })).toEqual([]);
    expect(placesOf({ kind: "archive", checks: ["chk_1"] })).toEqual([]);
  });
});
