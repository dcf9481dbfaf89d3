// What real tools send, delivered to the webhook with the preset or the mapping that is meant for it.
import { describe, expect, test } from "vitest";
import { outcomeOf } from "../../../support/checks/route-table.ts";
import { issueClientOf } from "../../../support/clients/issue-client.ts";
import { type Hook, openHook } from "../../../support/clients/webhook-client.ts";
import { bodyOf, SAMPLES } from "../../../support/samples/payload-samples.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const PLATFORMS = ["ios", "android", "web"].map((code) => ({ code, label: code }));

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, { webhookRate: 0 });

  const deliver = (hook: Hook, file: string, type = "application/json") =>
    hook.deliver(bodyOf(file), { "content-type": type });

  test.concurrent.each(SAMPLES)("$file with $preset is $result", async (sample) => {
    const { preset, mapping, title, external_id, link, priority } = sample;
    const hook = await openHook(world, { platforms: PLATFORMS });
    expect(await hook.configure({ preset, ...(mapping === undefined ? {} : { mapping }) })).toMatchObject({ preset });
    const answer = await deliver(hook, sample.file, sample.type);
    expect(outcomeOf(answer)).toBe(sample.result === "raised" ? "201" : `400 ${sample.result}`);
    if (sample.result !== "raised") {
      expect(await hook.issues()).toEqual([]);
      return;
    }
    const issue = await issueClientOf(world).read(answer.body.issue.id);
    expect(issue.text.split("\n", 1)[0]).toBe(title);
    expect(issue).toMatchObject({ priority, via: "webhook", webhook: { external_id, link } });
    if (preset !== "native" && preset !== "custom") expect(issue.webhook!.source).toBe(preset);
    const again = await deliver(hook, sample.file, sample.type);
    expect(again.status).toBe(external_id === null ? 201 : 200);
  });

  test.each([
    ["bugsnag", ["bugsnag-first-exception.json", "bugsnag-error-state-fixed.json", "bugsnag-comment.json"]],
    [
      "rollbar",
      ["rollbar-new-item.json", "rollbar-occurrence.json", "rollbar-item-velocity.json", "rollbar-resolved-item.json"],
    ],
    ["datadog", ["datadog-alert.json", "datadog-recovery.json"]],
  ])(
    "every occurrence of one item of %s lands on one issue, and the next after its fix on a new one",
    async (preset, files) => {
      const hook = await openHook(world, { platforms: PLATFORMS });
      await hook.configure({ preset });
      const answers = [];
      for (const file of [...files, ...files]) answers.push(await deliver(hook, file));
      expect(answers.map(({ status }) => status)).toEqual([201, ...Array(answers.length - 1).fill(200)]);
      expect(new Set(answers.map(({ body }) => body.issue.id)).size).toBe(1);
      await issueClientOf(world).fix(answers[0]!.body.issue.id);
      expect((await deliver(hook, files[0]!)).status).toBe(201);
      expect(await hook.issues()).toHaveLength(2);
    },
  );

  test.each(["bugsnag", "rollbar", "datadog"])(
    "%s: what the preset does not find falls back to the native shape",
    async (preset) => {
      const hook = await openHook(world, { platforms: PLATFORMS });
      await hook.configure({ preset });
      const payload = {
        title: "Native",
        description: "Text",
        external_id: "n1",
        link: "https://a.example/1",
        priority: "low",
        platforms: "ios",
        source: "other",
      };
      expect(await hook.raised(payload)).toMatchObject({
        text: "Native\n\nText",
        priority: "low",
        platforms: ["ios"],
        webhook: { source: preset, external_id: "n1", link: "https://a.example/1" },
      });
    },
  );

  test("changing the preset changes how the very next delivery is read, on every server", async () => {
    const other = await world.anotherServer();
    const hook = await openHook(world, { platforms: PLATFORMS });
    const body = { data: { name: "Mapped" }, title: "Native" };
    const read = async (at: string) => {
      const { body: answer } = await hook.deliver(body, {}, at);
      return (await issueClientOf(world).read(answer.issue.id)).text;
    };
    expect([await read(world.address), await read(other)]).toEqual(["Native", "Native"]);
    await hook.configure({ preset: "custom", mapping: { title: "data.name" } });
    expect([await read(world.address), await read(other)]).toEqual(["Mapped", "Mapped"]);
    await hook.configure({ mapping: { title: "nowhere | data.name | title" } });
    expect([await read(other), await read(world.address)]).toEqual(["Mapped", "Mapped"]);
    await hook.configure({ preset: "native" });
    expect([await read(other), await read(world.address)]).toEqual(["Native", "Native"]);
  });
});
