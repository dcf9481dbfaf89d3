// Imports that are planned before their transaction: they do what one transaction does, and nothing once the app is another.
import { beforeAll, describe, expect, test } from "vitest";
import { applyImport, planImportAhead } from "../../../../src/actions/apps/import-ahead.ts";
import { type ImportRunbook, importRunbook } from "../../../../src/actions/apps/import-runbook.ts";
import type { Actor } from "../../../../src/domain/access/actor.ts";
import { openUnit } from "../../../../src/engine/open-unit.ts";
import { DryTx } from "../../../../src/storage/database/dry-tx.ts";
import { requireRunbook } from "../../../../src/wire/runbook/read-runbook-in-thread.ts";
import { dataOf } from "../../../support/checks/route-table.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const PLATFORMS = ["ios", "web", "tv"].map((code) => ({ code, label: code }));
const BEFORE = [
  { ref: "A", title: "First", checks: ["A-1", "A-2", "A-3", "A-4"].map((ref) => ({ ref, title: ref })) },
  { ref: "B", title: "Second", checks: ["B-1", "B-2"].map((ref) => ({ ref, title: ref })) },
  { ref: "C", title: "Third", checks: [{ ref: "C1", title: "C1" }] },
];
/** Words change, a check moves within its section and one to another, one is marked, one is made, and the rest goes. */
const AFTER = [
  {
    ref: "A",
    title: "First of all",
    checks: [
      { ref: "A-3", title: "A-3" },
      { ref: "A-1", title: "Other words", instructions: "And how" },
      { ref: "B-2", title: "B-2 elsewhere" },
      { ref: "A-2", title: "A-2", not_applicable: ["web"] },
    ],
  },
  { ref: "B", title: "Second", checks: [{ ref: "B-1", title: "New words alone" }, { title: "Made" }] },
];

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  let actor: Actor;
  beforeAll(() => {
    const reach = { workspaceId: world.store.workspace.id, apps: null };
    actor = { keyId: "key_1", name: "Importer", channel: "api", role: "admin", reach } as Actor;
  });
  const newApp = (name: string) => world.app({ name, mode: "live", platforms: PLATFORMS, sections: BEFORE });
  const inputOf = async (app: string, file: object = { sections: AFTER }, prune = true): Promise<ImportRunbook> => {
    const bytes = new TextEncoder().encode(JSON.stringify({ name: "Any", platforms: PLATFORMS.slice(0, 2), ...file }));
    const asked = {
      type: "json",
      format: "runbook",
      refPrefix: "",
      keepFields: false,
      columns: null,
      guesses: false,
    } as const;
    const read = await requireRunbook(bytes, asked, "");
    return { actor, app, file: { ...read.file, ...("name" in file ? {} : { name: null }) }, prune, dryRun: false };
  };
  const plan = async (app: string, ...more: [file?: object, prune?: boolean]) => {
    const unit = openUnit(new DryTx(world.store.reader), Date.now(), {} as never);
    return (await planImportAhead(unit, await inputOf(app, ...more)))!;
  };
  const apply = (ahead: Awaited<ReturnType<typeof plan>>["ahead"]) =>
    world.store.performer.perform(applyImport, { ...ahead!, actor });
  const runbookOf = async (app: string) => {
    const { status, body } = await world.call(world.admin, "GET", `/apps/${app}/export?format=json`);
    expect(status).toBe(200);
    return body;
  };

  test("it writes, tells and records what an import in one transaction does", async () => {
    const [one, two] = [await newApp("One"), await newApp("Two")];
    for (const { id } of [one, two]) {
      await dataOf(world, "POST", "/results", { app: id, check: "B-2", outcome: "passed", platforms: ["ios"] });
      await dataOf(world, "POST", "/issues", { app: id, check: "A-2", text: "Broken", platforms: ["web"] });
    }
    const whole = await world.store.performer.perform(importRunbook, await inputOf(one.id));
    const { imported, ahead } = await plan(two.id);
    expect(await apply(ahead)).toBe(true);
    expect({ ...imported, app: null }).toEqual({ ...whole, app: null });
    const { name, prefix } = one;
    expect({ ...(await runbookOf(two.id)), name, prefix }).toEqual(await runbookOf(one.id));
    const { summary } = await dataOf(world, "GET", `/apps/${one.id}`);
    expect((await dataOf(world, "GET", `/apps/${two.id}`)).summary).toEqual(summary);
    const audit = await dataOf(world, "GET", "/audit?action=app.imported");
    expect(audit).toHaveLength(2);
    expect(audit[0].details).toEqual(audit[1].details);
    expect(await world.problems()).toEqual([]);
  });

  test("what happens to the app otherwise does not stand in its way, and stays", async () => {
    const { id } = await newApp("Busy");
    const fail = () => dataOf(world, "POST", "/results", { app: id, check: "B-2", outcome: "failed" });
    // From the first use of a platform on it can't be dropped: that is something a plan has to know.
    await fail();
    const { ahead } = await plan(id);
    await fail();
    await dataOf(world, "POST", "/issues", { app: id, check: "A-4", text: "Late" });
    expect(await apply(ahead)).toBe(true);
    const [moved] = await dataOf(world, "GET", `/checks?app=${id}&status=failed`);
    expect([moved.ref, moved.title, moved.section.ref]).toEqual(["B-2", "B-2 elsewhere", "A"]);
    expect(await world.problems()).toEqual([]);
  });

  const checkOf = async (app: string, ref: string): Promise<string> => {
    const checks: { id: string; ref: string }[] = await dataOf(world, "GET", `/checks?app=${app}`);
    return `/checks/${checks.find((one) => one.ref === ref)!.id}`;
  };
  test.each([
    ["a check was changed", async (id: string) => dataOf(world, "PATCH", await checkOf(id, "A-4"), { title: "Mine" })],
    ["it was renamed", (id: string) => dataOf(world, "PATCH", `/apps/${id}`, { name: `Called ${id}` })],
    [
      "a check was marked as not applicable",
      async (id: string) => dataOf(world, "PUT", `${await checkOf(id, "A-1")}/not-applicable`, { platforms: ["ios"] }),
    ],
    [
      "an issue was raised in a section that would go",
      (id: string) => dataOf(world, "POST", "/issues", { app: id, section: "C", text: "Here" }),
    ],
    [
      "a platform that would go became the webhook's default",
      (id: string) => dataOf(world, "PATCH", `/apps/${id}/webhook`, { default_platforms: ["tv"] }),
    ],
  ] as const)("nothing is written when %s meanwhile", async (what, change) => {
    const app = await newApp(`Other: ${what}`);
    const { ahead } = await plan(app.id);
    await change(app.id);
    const before = await runbookOf(app.id);
    expect(await apply(ahead)).toBe(false);
    expect(await runbookOf(app.id)).toEqual(before);
  });

  test("a file that changes nothing needs no transaction, and one that takes a name needs a whole one", async () => {
    const { id } = await newApp("Same");
    const same = { platforms: PLATFORMS, sections: BEFORE };
    expect(await plan(id, same)).toMatchObject({ ahead: null, imported: { steps: [] } });
    expect(await plan(id, { name: "Another", sections: AFTER })).toBe(null);
  });
});
