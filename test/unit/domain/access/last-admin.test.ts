// The last admin who reaches every app stays one.
import { expect, test } from "vitest";
import type { Role } from "../../../../src/domain/access/grant.ts";
import { requireAdminLeft } from "../../../../src/domain/access/last-admin.ts";
import { faultOf } from "../../../support/checks/fault-of.ts";

const holder = (id: string, role: Role, apps: string[] | null = null) => ({ id, role, apps });
const ann = holder("ann", "admin");
const others = [holder("bob", "tester"), holder("eve", "admin", ["app"])];

const CODES: [sentence: string, code: string | undefined, attempt: () => void][] = [
  ["the only one may not leave", "last_admin", () => requireAdminLeft([ann, ...others], ann, null)],
  ["the only one may not become a tester", "last_admin", () => requireAdminLeft([ann], ann, holder("ann", "tester"))],
  [
    "the only one may not be limited to apps",
    "last_admin",
    () => requireAdminLeft([ann], ann, holder("ann", "admin", ["app"])),
  ],
  ["the only one may stay one", undefined, () => requireAdminLeft([ann], ann, ann)],
  ["one of two may leave", undefined, () => requireAdminLeft([ann, holder("bob", "admin")], ann, null)],
  ["an admin of some apps may leave", undefined, () => requireAdminLeft([ann, ...others], others[1]!, null)],
  ["a tester may leave", undefined, () => requireAdminLeft([ann, ...others], others[0]!, null)],
];

test.each(CODES)("%s", (_sentence, code, attempt) => {
  expect(faultOf(attempt)?.code).toBe(code);
});
