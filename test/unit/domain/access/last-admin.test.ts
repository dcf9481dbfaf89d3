// The last admin who reaches every app stays one.
import { expect, test } from "vitest";
import type { Role } from "../../../../src/domain/access/grant.ts";
import { losesAdmin, requireOtherAdmin } from "../../../../src/domain/access/last-admin.ts";
import { faultOf } from "../../../support/checks/fault-of.ts";

const holder = (id: string, role: Role, apps: string[] | null = null) => ({ id, role, apps });
const ann = holder("ann", "admin");
const [bob, eve] = [holder("bob", "tester"), holder("eve", "admin", ["app"])];

test.each([
  ["an admin who leaves", ann, null, true],
  ["an admin who becomes a tester", ann, holder("ann", "tester"), true],
  ["an admin who is limited to apps", ann, holder("ann", "admin", ["app"]), true],
  ["an admin who stays one", ann, ann, false],
  ["an admin of some apps who leaves", eve, null, false],
  ["a tester who leaves", bob, null, false],
])("%s makes for one admin of everything less, or not", (_who, before, after, isLess) => {
  expect(losesAdmin(before, after)).toBe(isLess);
});

test("the only admin of everything may not go; one of two may", () => {
  expect(faultOf(() => requireOtherAdmin([ann, bob, eve], "ann"))?.code).toBe("last_admin");
  expect(faultOf(() => requireOtherAdmin([ann, bob, holder("cy", "admin")], "ann"))).toBeUndefined();
});
