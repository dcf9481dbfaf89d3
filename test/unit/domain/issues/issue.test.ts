// The life of an issue as the domain sees it: fixed at once or platform by platform, reopened, edited, confirmed.
import { describe, expect, test } from "vitest";
import type { Platform } from "../../../../src/domain/apps/platforms.ts";
import {
  affected,
  confirm,
  type Edit,
  edit,
  fixIfNothingOpen,
  fixOn,
  fixWhole,
  type Issue,
  isFixedOn,
  openPlatforms,
  place,
  reopen,
  stillOpen,
} from "../../../../src/domain/issues/issue.ts";
import { faultOf } from "../../../support/checks/fault-of.ts";

const APP: Platform[] = ["ios", "android", "web"].map((code) => ({ code, label: code }));
const NONE: ReadonlySet<string> = new Set();
const first = { by: "CI via API", at: 1_000, revision: 5 };
const later = { by: "Ann via API", at: 2_000, revision: 7 };
const pullRequest = { number: 7, url: "https://example.test/pr/7", repo: "shop/ios" };

const raised: Issue = {
  id: "iss_1",
  appId: "app_1",
  number: 1,
  checkId: "chk_1",
  sectionId: null,
  text: "It crashes",
  platforms: [],
  status: "open",
  priority: null,
  via: "api",
  raisedBy: "CI via API",
  raisedAt: 1,
  reporter: null,
  editedBy: null,
  editedAt: null,
  fixedBy: null,
  fixedAt: null,
  fixedRevision: null,
  fixedOn: [],
  stillOpenOn: [],
  dedupeKey: null,
  webhook: null,
  assignees: [],
  confirmedFixedBy: null,
  confirmedFixedAt: null,
  tracker: null,
  attachments: [],
};
const onAll = APP.map(({ code }) => code);
const partly = fixOn(raised, { codes: ["ios"], pullRequest }, onAll, first);
const fixed = fixWhole(raised, onAll, first);
const changed = (issue: Issue, change: Edit, notApplicable = NONE) => edit(issue, change, APP, notApplicable, later);

describe("an issue covers", () => {
  const ROWS: [sentence: string, platforms: string[], notApplicable: string[], counting: string[]][] = [
    ["every platform when its list is empty", [], [], ["ios", "android", "web"]],
    ["the platforms it names", ["web"], [], ["web"]],
    ["no platform that is N/A", [], ["android"], ["ios", "web"]],
    ["nothing when all it names is N/A", ["web"], ["web"], []],
  ];
  test.each(ROWS)("%s", (_sentence, platforms, notApplicable, counting) => {
    expect(affected({ ...raised, platforms }, APP, new Set(notApplicable))).toEqual(counting);
  });
});

describe("a fix in one go", () => {
  test("sets status, fixed_by and fixed_at, and leaves fixed_on and still_open_on empty", () => {
    expect(fixed).toEqual({
      ...raised,
      status: "fixed",
      fixedBy: first.by,
      fixedAt: first.at,
      fixedRevision: first.revision,
    });
  });

  test("counts as fixed on every platform it covers", () => {
    expect(onAll.every((code) => isFixedOn(fixed, code))).toBe(true);
    expect(openPlatforms(fixed, APP)).toEqual([]);
  });

  test("of a partly fixed issue keeps the earlier fixes and adds one for each platform left", () => {
    const whole = fixWhole(partly, onAll, later);
    expect(whole).toMatchObject({ status: "fixed", fixedBy: later.by, fixedAt: later.at, stillOpenOn: [] });
    expect(whole.fixedOn).toEqual([
      { platform: "ios", fixedBy: first.by, fixedAt: first.at, pullRequest },
      { platform: "android", fixedBy: later.by, fixedAt: later.at, pullRequest: null },
      { platform: "web", fixedBy: later.by, fixedAt: later.at, pullRequest: null },
    ]);
  });
});

describe("a fix on some platforms", () => {
  test("leaves the issue open, lists the fix in fixed_on and the rest in still_open_on", () => {
    expect(partly).toEqual({
      ...raised,
      fixedOn: [{ platform: "ios", fixedBy: first.by, fixedAt: first.at, pullRequest }],
      stillOpenOn: ["android", "web"],
    });
    expect(openPlatforms(partly, APP)).toEqual(["android", "web"]);
  });

  test("on a platform fixed before changes nothing", () => {
    expect(fixOn(partly, { codes: ["ios"], pullRequest: null }, onAll, later)).toEqual(partly);
  });

  test("of the last platforms makes the issue fixed, with the last platform's fixed_by and fixed_at", () => {
    const done = fixOn(partly, { codes: ["web", "android"], pullRequest: null }, onAll, later);
    expect(done).toMatchObject({ status: "fixed", fixedBy: later.by, fixedAt: later.at, stillOpenOn: [] });
    expect(done.fixedOn.map((fix) => [fix.platform, fix.fixedAt])).toEqual([
      ["ios", 1_000],
      ["web", 2_000],
      ["android", 2_000],
    ]);
  });

  test("N/A platforms do not count: fixed on all others is fixed", () => {
    const counting = affected(raised, APP, new Set(["web"]));
    expect(fixOn(partly, { codes: ["android"], pullRequest: null }, counting, later).status).toBe("fixed");
  });

  test("of all platforms at once makes the issue fixed", () => {
    expect(fixOn(raised, { codes: onAll, pullRequest }, onAll, first).status).toBe("fixed");
  });
});

test.each([
  ["not fixed anywhere", raised, []],
  ["fixed on some platforms", partly, ["android", "web"]],
  ["fixed", fixed, []],
])("still_open_on of an issue %s", (_sentence, issue, codes) => expect(stillOpen(issue, onAll)).toEqual(codes));

describe("when the platforms that count change under a partly fixed issue", () => {
  test("still_open_on follows them", () =>
    expect(fixIfNothingOpen(partly, ["ios", "web"], 9).stillOpenOn).toEqual(["web"]));

  test("and none of them is open any more, the issue is fixed, with the last platform's fixed_by and fixed_at", () => {
    expect(fixIfNothingOpen(partly, ["ios"], 9)).toEqual({
      ...partly,
      status: "fixed",
      fixedBy: first.by,
      fixedAt: first.at,
      fixedRevision: 9,
      stillOpenOn: [],
    });
  });

  test.each([
    ["an open issue without a fix", raised],
    ["a fixed issue", fixed],
  ])("%s stays as it is", (_sentence, issue) => expect(fixIfNothingOpen(issue, [], 9)).toEqual(issue));
});

test.each([
  ["fixed in one go", fixed],
  ["fixed platform by platform", fixWhole(partly, onAll, later)],
  ["fixed and confirmed", { ...fixed, confirmedFixedBy: "Bo", confirmedFixedAt: 3 }],
])("reopening an issue %s clears every fix and the confirmation", (_sentence, issue) => {
  expect(reopen(issue)).toEqual(raised);
});

describe("an edit", () => {
  const ROWS: [sentence: string, change: Edit, result: Partial<Issue>][] = [
    ["replaces the text alone", { text: "New" }, { text: "New" }],
    ["replaces the list of platforms", { platforms: ["web"] }, { platforms: ["web"] }],
    ["sets the priority", { priority: "high" }, { priority: "high" }],
    ["clears the priority with null", { priority: null }, { priority: null }],
  ];
  test.each(ROWS)("%s, and sets edited_by and edited_at", (_sentence, change, result) => {
    expect(changed(raised, change)).toEqual({ ...raised, ...result, editedBy: later.by, editedAt: later.at });
  });

  test("of a fixed issue leaves it fixed", () => {
    expect(changed(fixed, { text: "New", platforms: ["web"] })).toMatchObject({ status: "fixed", fixedAt: first.at });
  });

  test("that takes away a platform with a fix takes away the fix, also when the platform comes back", () => {
    const without = changed(partly, { platforms: ["web", "android"] });
    expect(without).toMatchObject({ fixedOn: [], stillOpenOn: [] });
    expect(openPlatforms(changed(without, { platforms: [] }), APP)).toEqual(onAll);
  });

  test("that narrows a partly fixed issue narrows still_open_on", () => {
    expect(changed(partly, { platforms: ["ios", "web"] }).stillOpenOn).toEqual(["web"]);
  });

  const EMPTYING: [sentence: string, platforms: string[], notApplicable: string[]][] = [
    ["only fixed platforms", ["ios"], []],
    ["only fixed and N/A platforms", ["ios", "web"], ["web"]],
  ];
  test.each(EMPTYING)("that leaves %s on a partly fixed issue is nothing_left_open", (_sentence, platforms, na) => {
    expect(faultOf(() => changed(partly, { platforms }, new Set(na)))?.code).toBe("nothing_left_open");
  });

  test("of the text of a partly fixed issue is never nothing_left_open", () => {
    expect(changed(partly, { text: "New" }, new Set(["android", "web"])).text).toBe("New");
  });
});

describe("confirming", () => {
  const bare = { ...fixed, checkId: null };
  const confirmed = confirm(bare, true, later);

  test("a fixed issue without a check sets confirmed_fixed_by and confirmed_fixed_at", () => {
    expect(confirmed).toEqual({ ...bare, confirmedFixedBy: later.by, confirmedFixedAt: later.at });
  });

  test("twice changes nothing", () =>
    expect(confirm(confirmed, true, { by: "x", at: 9, revision: 9 })).toEqual(confirmed));

  test("can be taken back", () => expect(confirm(confirmed, false, later)).toEqual(bare));

  test.each([
    ["an issue with a check is has_check", fixed, "has_check"],
    ["an open issue with a check is has_check", raised, "has_check"],
    ["an open issue without a check is not_fixed", { ...raised, checkId: null }, "not_fixed"],
  ])("%s", (_sentence, issue, code) => {
    expect(faultOf(() => confirm(issue, true, later))?.code).toBe(code);
  });
});

describe("placing", () => {
  const elsewhere = { checkId: "chk_2", sectionId: null };

  test("leaves everything as it is but the place, and what is still open there", () => {
    expect(place(raised, elsewhere, APP, NONE)).toEqual({ ...raised, checkId: "chk_2" });
    expect(place(fixed, elsewhere, APP, new Set(onAll))).toEqual({ ...fixed, checkId: "chk_2" });
    expect(place(partly, elsewhere, APP, new Set(["web"]))).toEqual({
      ...partly,
      checkId: "chk_2",
      stillOpenOn: ["android"],
    });
  });

  test("does not fix: where nothing that counts is still open, it is refused", () => {
    const fault = faultOf(() => place(partly, elsewhere, APP, new Set(["android", "web"])));
    expect(fault?.code).toBe("nothing_left_open");
  });
});
