// What the palette finds by itself while the server is away.
import { describe, expect, test } from "vitest";
import { fitsWords, placesIn } from "../../../web/src/shell/palette-match.ts";

const app = { id: "app_1", name: "Shop", mode: "live" as const };
const check = (ref: string, title: string) => ({
  id: `chk_${ref}`,
  section: "sec_1",
  ref,
  title,
  has_instructions: false,
  statuses: [],
  open_issues: [],
});

describe("the palette without a server", () => {
  const runbook = {
    app,
    sections: [{ id: "sec_1", ref: "PAY", title: "Payment" }],
    checks: [check("PAY-1", "Pay by card"), check("PAY-2", "Refund an order"), check("ACC-1", "Sign in")],
  };

  test("finds sections and checks by words of their ref and title, in the runbook's order", () => {
    expect(placesIn(runbook, "pay").map(({ kind, ref }) => [kind, ref])).toEqual([
      ["section", "PAY"],
      ["check", "PAY-1"],
      ["check", "PAY-2"],
    ]);
    expect(placesIn(runbook, "REFUND pay").map(({ id, app }) => [id, app])).toEqual([
      ["chk_PAY-2", { id: "app_1", name: "Shop" }],
    ]);
    expect(placesIn(runbook, "voucher")).toEqual([]);
  });

  test("every word must fit, in any order", () => {
    expect(fitsWords("csv export")("Export Shop as CSV")).toBe(true);
    expect(fitsWords("csv import")("Export Shop as CSV")).toBe(false);
    expect(fitsWords("  ")("anything")).toBe(true);
  });
});
