// Why something could not be restored is said with what to do about it.
import { expect, test } from "vitest";
import { ApiError } from "../../../web/src/api/client.ts";
import { problemOfCheck, problemOfSection } from "../../../web/src/pages/runbook/archived/restore-problem.ts";

const taken = (what: string, ref: string) =>
  new ApiError(409, "name_taken", `ref: another ${what} of this app has the ref "${ref}".`);
const invalid = (message: string) => new ApiError(400, "invalid_request", message);
const at = "2026-11-17T00:00:00.000Z";
const gone = { id: "sec_1", ref: "PAY", title: "Checkout", archived_at: at };
const section = { id: "sec_1", ref: "PAY", title: "Checkout", archived: true };
const check = { id: "chk_1", ref: "PAY-1", title: "Pay by card", section, archived_at: at };
const runbook = (ref: string, sectionRef: string) => ({
  checks: [{ id: "chk_2", ref, title: "Pay twice" }],
  sections: [{ ref: sectionRef, title: "Payments" }],
});
const free = runbook("OTHER-1", "OTHER");

test("a ref in use is said with the check or section that has it", () => {
  const byCheck = problemOfCheck(taken("check", "PAY-1"), check, runbook("PAY-1", "OTHER"));
  expect(byCheck).toEqual({ words: expect.stringMatching(/“Pay twice”\. Archive that check/), other: "chk_2" });
  const bySection = problemOfCheck(taken("section", "PAY"), check, runbook("OTHER-1", "PAY"));
  expect(bySection).toEqual({
    words: expect.stringMatching(/“Checkout” was deleted.*Choose a section/),
    wantsSection: true,
  });
  expect(problemOfSection(taken("section", "PAY"), gone, runbook("OTHER-1", "PAY")).words).toMatch(
    /“Payments”\. Delete/,
  );
  expect(problemOfSection(taken("check", "PAY-1"), gone, free).words).toMatch(
    /^Checks come back with it, and another check .* Archive that check, then try again\.$/,
  );
});

test("a section is to be chosen where the server asks for one, and not where there is no room", () => {
  const unknown = { ...check, section: null };
  const asked = invalid("section: the section of this check was deleted. Name the one to put it into.");
  expect(problemOfCheck(asked, unknown, free)).toMatchObject({ wantsSection: true });
  const full = invalid("An app has at most 5000 checks.");
  expect(problemOfCheck(full, unknown, free)).toEqual({
    words: "An app has at most 5000 checks. Archive other checks first, then try again.",
  });
  expect(problemOfSection(full, gone, free).words).toMatch(/Make room in the runbook first/);
});

test("everything else is said in the server's words", () => {
  const refused = new ApiError(403, "forbidden", "This needs the role admin.");
  expect(problemOfCheck(refused, check, free)).toEqual({ words: "This needs the role admin." });
  expect(problemOfSection(new ApiError(409, "conflict", "Not now."), gone, free)).toEqual({ words: "Not now." });
});
