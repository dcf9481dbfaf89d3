// The audit log's page: whatever is recorded can be asked for by its kind.
import { expect, test } from "vitest";
import { AUDIT_ACTIONS } from "../../src/domain/audit.ts";
import { KINDS } from "../../web/src/pages/workspace/audit-words.ts";

test("the filter offers a kind for every action that is recorded, and none that is never", () => {
  const kinds = [...new Set(AUDIT_ACTIONS.map((action) => `${action.split(".", 1)[0]}.`))].sort();
  expect(KINDS.flatMap(({ value }) => value || []).sort()).toEqual(kinds);
});
