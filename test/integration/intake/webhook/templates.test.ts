// Templates of the webhook: each fills in a mapping by which what its tool sends is raised, deduped, and recovers.
import { describe, expect, test } from "vitest";
import { dataOf } from "../../../support/checks/route-table.ts";
import { issueClientOf } from "../../../support/clients/issue-client.ts";
import { openHook } from "../../../support/clients/webhook-client.ts";
import { TEMPLATE_SAMPLES, type TemplateSample, templateBodyOf } from "../../../support/samples/template-samples.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const TEMPLATES = [...new Set(TEMPLATE_SAMPLES.map(({ template }) => template))];

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, { webhookRate: 0 });

  /** A webhook that a template was filled in for, as a client does it. */
  async function hookFor(name: string) {
    const templates: { name: string; mapping: object; setup: object }[] = await dataOf(
      world,
      "GET",
      "/webhook-templates",
    );
    const { mapping, setup } = templates.find((template) => template.name === name)!;
    const hook = await openHook(world);
    expect(await hook.configure({ preset: "custom", mapping, recoveries: "fix" })).toMatchObject({ mapping, setup });
    const send = ({ file, type }: TemplateSample) =>
      hook.deliver(templateBodyOf(file), type === null ? {} : { "content-type": type });
    return { hook, send };
  }

  test.concurrent.each(TEMPLATES)("%s: raised once, fixed by its recovery, pings ignored", async (name) => {
    const { hook, send } = await hookFor(name);
    const known = new Map<string, string>();
    for (const sample of TEMPLATE_SAMPLES.filter(({ template }) => template === name)) {
      const { status, body } = await send(sample);
      if (sample.reports.length === 0) {
        expect([sample.file, status, body]).toEqual([sample.file, 200, { ignored: "event" }]);
        continue;
      }
      const answers = body.items ?? [body];
      for (const [n, { title, external_id, link, priority, recovered }] of sample.reports.entries()) {
        const id = known.get(external_id!);
        const { issue, fixed, duplicate } = answers[n];
        expect([sample.file, issue.id]).toEqual([sample.file, id ?? issue.id]);
        expect({ fixed: fixed === true, duplicate: duplicate === true }).toEqual({
          fixed: recovered,
          duplicate: !recovered && id !== undefined,
        });
        known.set(external_id!, issue.id);
        if (id !== undefined) continue;
        const raised = await issueClientOf(world).read(issue.id);
        expect(raised.text.split("\n", 1)[0]).toBe(title);
        expect(raised).toMatchObject({ priority, webhook: { external_id, link } });
      }
    }
    expect(await hook.issues()).toHaveLength(known.size);
  });

  test("an ignored message counts and is logged, previewed and replayed as such, and raises nothing", async () => {
    const { hook, send } = await hookFor("aws-sns");
    const sample = TEMPLATE_SAMPLES.find(({ file }) => file === "aws-sns-subscription.json")!;
    expect((await send(sample)).body).toEqual({ ignored: "event" });
    expect(await hook.used()).toBe(1);
    const [entry] = await hook.log(1);
    const logged = { status: 200, error: null, duplicate: false, recovery: null, issue: null, items: null };
    expect(entry).toMatchObject(logged);
    const { SubscribeURL } = JSON.parse(templateBodyOf(sample.file).toString());
    expect(await hook.entry(entry.id)).toMatchObject({ ...logged, confirm_url: SubscribeURL });
    expect(await hook.replay(entry.id)).toMatchObject(logged);
    const path = `/apps/${hook.app.id}/webhook/preview`;
    expect(await dataOf(world, "POST", path, { delivery: entry.id })).toMatchObject({
      issue: null,
      error: null,
      recovery: null,
      ignored: true,
    });
    await send(TEMPLATE_SAMPLES.find(({ file }) => file === "aws-sns-alarm.json")!);
    expect(await hook.entry((await hook.log(3))[0].id)).toMatchObject({ status: 201, confirm_url: null });
    expect(await hook.issues()).toHaveLength(1);
  });

  test("an item of a list is ignored by itself", async () => {
    const hook = await openHook(world);
    const mapping = { items: "events", title: "name", ignored: "kind", words: { ignored: ["Ping"] } };
    await hook.configure({ preset: "custom", mapping });
    const ping = { kind: "PING", name: "Ping" };
    const { body } = await hook.deliver({ events: [ping, { kind: "error", name: "Boom" }] });
    expect(body).toEqual({ issue: body.issue, items: [{ ignored: "event" }, { issue: body.issue }] });
    expect((await hook.deliver({ events: [ping] })).body).toEqual({ ignored: "event", items: [{ ignored: "event" }] });
  });
});
