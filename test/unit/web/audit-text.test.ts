// The audit log's page: whatever is recorded can be asked for by its kind.
import { expect, test } from "vitest";
import { AUDIT_ACTIONS } from "../../../src/domain/workspace/audit-log.ts";
import { auditText, KINDS } from "../../../web/src/pages/workspace/audit/audit-text.ts";
import { matchNames } from "../../../web/src/pages/workspace/audit/match-names.ts";

test("the filter offers a kind for every action that is recorded, and none that is never", () => {
  const kinds = [...new Set(AUDIT_ACTIONS.map((action) => `${action.split(".", 1)[0]}.`))].sort();
  expect(KINDS.flatMap(({ value }) => value || []).sort()).toEqual(kinds);
});

test("an entry about several checks names the first and says how many more", () => {
  const target = { kind: "check", id: "chk_1", name: "Pay by card" };
  const entry = { action: "check.archived", actor: { id: "per_1" }, target };
  expect(auditText({ ...entry, details: { checks: 3, refs: ["A", "B", "C"] } } as never)).toEqual({
    done: "archived the check",
    target: "Pay by card",
    how: "and 2 more",
  });
  expect(auditText({ ...entry, details: { ref: "A" } } as never).how).toBeNull();
});

test("signing out is told as what one did oneself, or as what was done to somebody", () => {
  const text = (target: unknown) => {
    const entry = { action: "person.signed_out_everywhere", actor: { id: "per_1", name: "Ada" }, target, details: {} };
    const { done, target: whom } = auditText(entry as never);
    return [done, whom];
  };
  const own = ["signed out everywhere", null];
  expect([text(null), text({ id: "per_1", name: "Ada" })]).toEqual([own, own]);
  expect(text({ id: "per_2", name: "Tom" })).toEqual(["signed out every browser of", "Tom"]);
});

test("whose entries are meant by a part of a name: one, several, or nobody; a whole name is that one", () => {
  const names = ["Anna Weber", "Anna", "Hanna Fox", "nightly build"];
  expect(matchNames("weber", names)).toEqual(["Anna Weber"]);
  expect(matchNames("fox han", names)).toEqual(["Hanna Fox"]);
  expect(matchNames(" anna ", names)).toEqual(["Anna"]);
  expect(matchNames("ann", names)).toEqual(["Anna Weber", "Anna", "Hanna Fox"]);
  expect([matchNames("somebody gone", names), matchNames(" ", names)]).toEqual([[], []]);
});
