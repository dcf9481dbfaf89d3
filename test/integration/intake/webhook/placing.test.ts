// Where an issue belongs that comes by the webhook: as a custom mapping says, in the default section, or nowhere.
import { describe, expect, test } from "vitest";
import { dataOf } from "../../../support/checks/route-table.ts";
import { issueClientOf } from "../../../support/clients/issue-client.ts";
import { openHook } from "../../../support/clients/webhook-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const MAPPING = { check: "labels.check", section: "labels.team" };
const payload = (labels: Record<string, unknown>) => ({ title: "It broke", labels });
const TWICE = ["A", "B"].map((ref) => ({ ref, title: `Team ${ref}`, checks: [{ ref: `${ref}-1`, title: "Works" }] }));

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const issueClient = issueClientOf(world);
  const mapped = async (fields: Record<string, unknown> = {}) => {
    const hook = await openHook(world, fields);
    await hook.configure({ preset: "custom", mapping: MAPPING });
    return hook;
  };
  const sectionId = async (app: { id: string }, ref: string) =>
    (await dataOf(world, "GET", `/sections?app=${app.id}`)).find((one: { ref: string }) => one.ref === ref).id;

  test("a mapped check fails on the platforms of the issue, by its ref or by its exact title", async () => {
    const hook = await mapped();
    const byRef = await hook.raised({ ...payload({ check: "PAY-1" }), platforms: ["ios"] });
    expect(byRef).toMatchObject({ check: { ref: "PAY-1" }, section_id: null, via: "webhook" });
    expect(await issueClient.statuses(hook.app, "PAY-1")).toEqual({ ios: "failed", android: "untested" });
    expect((await hook.raised(payload({ check: " Wallet \n" }))).check?.ref).toBe("SIGN-2");
    await issueClient.fix(byRef.id);
    expect(await issueClient.statuses(hook.app, "PAY-1")).toEqual({ ios: "needs_retest", android: "untested" });
    expect(await world.problems()).toEqual([]);
  });

  test("a section decides between checks of one title, or is where the issue belongs", async () => {
    const hook = await mapped({ sections: TWICE });
    expect((await hook.raised(payload({ check: "Works", team: "Team B" }))).check?.ref).toBe("B-1");
    const inside = await hook.raised(payload({ team: "B" }));
    expect(inside).toMatchObject({ check: null, section_id: await sectionId(hook.app, "B") });
    expect((await hook.raised(payload({ check: "Works" }))).check).toBeNull();
  });

  test("what matches nothing of the app is ignored, also where another app has it, and the issue is raised all the same", async () => {
    const hook = await mapped();
    const archived = (await dataOf(world, "GET", `/checks?app=${hook.app.id}`))[0];
    await world.call(world.admin, "DELETE", `/checks/${archived.id}`);
    const sections = [{ ref: "OTH", title: "Other", checks: [{ ref: "OTH-1", title: "Elsewhere" }] }];
    const theirs = (await world.app({ sections })).sections[0].id;
    for (const labels of [
      {},
      { check: "OTH-1", team: "OTH" },
      { check: "Elsewhere", team: theirs },
      { check: "Nope", team: "Nope" },
      { check: "pay-1" },
      { check: 7, team: false },
      { check: ["PAY-1"] },
      { check: { ref: "PAY-1" } },
      { check: "", team: "  " },
      { check: archived.ref },
      { check: `${"x".repeat(5_000)}` },
    ]) {
      expect(await hook.raised(payload(labels))).toMatchObject({ check: null, section_id: null });
    }
    expect(await world.problems()).toEqual([]);
  });

  test("the default section applies to what names no place that is there, with every preset", async () => {
    const hook = await mapped();
    const pay = await sectionId(hook.app, "PAY");
    await hook.configure({ default_section: "PAY" });
    expect((await hook.raised(payload({ check: "Nope" }))).section_id).toBe(pay);
    expect(await hook.raised(payload({ team: "SIGN" }))).toMatchObject({
      section_id: await sectionId(hook.app, "SIGN"),
    });
    expect(await hook.raised(payload({ check: "PAY-1" }))).toMatchObject({ check: { ref: "PAY-1" }, section_id: null });
    await hook.configure({ preset: "native" });
    expect((await hook.raised({ title: "Native" })).section_id).toBe(pay);
    await hook.configure({ default_section: null });
    expect((await hook.raised({ title: "Nowhere" })).section_id).toBeNull();
  });

  test("the native shape and presets name no check or section, whatever the payload has, nor does a mapping that is not used", async () => {
    const hook = await mapped();
    await hook.configure({ preset: "native" });
    const native = { ...payload({ check: "PAY-1" }), check: "PAY-1", section: "PAY" };
    expect(await hook.raised(native)).toMatchObject({ check: null, section_id: null });
    await hook.configure({ preset: "custom", mapping: {} });
    expect(await hook.raised(native)).toMatchObject({ check: null, section_id: null });
  });

  test("a duplicate stays where the issue is, wherever that was placed since", async () => {
    const hook = await mapped();
    const body = { ...payload({ check: "PAY-1" }), external_id: "E-1" };
    const { id } = await hook.raised(body);
    await issueClient.place(id, { check: "SIGN-1" });
    expect(await hook.duplicated(body)).toBe(id);
    expect((await issueClient.read(id)).check?.ref).toBe("SIGN-1");
    expect(await issueClient.statuses(hook.app, "PAY-1")).toEqual({ ios: "untested", android: "untested" });
  });

  test("a preview says where it would belong, and why what was found is ignored", async () => {
    const hook = await mapped({ sections: TWICE });
    const preview = async (labels: Record<string, unknown>, more: Record<string, unknown> = {}) => {
      const { issue, fields } = await dataOf(world, "POST", `/apps/${hook.app.id}/webhook/preview`, {
        payload: payload(labels),
        ...more,
      });
      const of = (name: string) => fields.find(({ field }: { field: string }) => field === name);
      return { issue, check: of("check"), section: of("section") };
    };
    const found = await preview({ check: "A-1", team: "B" });
    expect(found.issue).toMatchObject({ check: { ref: "A-1", title: "Works" }, section_id: null });
    expect(found.check).toEqual({
      field: "check",
      value: "A-1 Works",
      from: "mapping",
      expression: "labels.check",
      alternative: "labels.check",
      why: null,
    });
    expect(found.section.why).toContain("on a check");
    const several = await preview({ check: "Works" });
    expect(several.issue).toMatchObject({ check: null, section_id: null });
    expect(several.check.why).toMatch(/^2 checks are called "Works", so it is ignored/);
    const ignored = await preview({ check: "Nope", team: "Nope" }, { default_section: "A" });
    expect(ignored.issue).toMatchObject({ check: null, section_id: await sectionId(hook.app, "A") });
    expect(ignored.check.why).toMatch(/No check of the app has "Nope" .* ignored/);
    expect(ignored.section).toMatchObject({ value: "Team A", from: "default" });
    expect(ignored.section.why).toMatch(/"Nope" .* ignored\. The default section applies\./);
    expect((await preview({})).check.why).toContain('Nothing at "labels.check".');
    const native = await preview({}, { preset: "native" });
    expect([native.check, native.section]).toEqual([undefined, undefined]);
    expect(await hook.issues()).toEqual([]);
  });

  test("a bad expression of either is refused with its position", async () => {
    const hook = await openHook(world);
    for (const key of ["check", "section"]) {
      const body = { preset: "custom", mapping: { [key]: "a..b" } };
      const answer = await world.call(world.admin, "PATCH", `/apps/${hook.app.id}/webhook`, body);
      expect([answer.status, answer.body.error.message]).toEqual([
        400,
        expect.stringMatching(new RegExp(`^mapping\\.${key}: at character \\d`)),
      ]);
    }
  });
});
