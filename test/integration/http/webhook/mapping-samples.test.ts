// Every sample of the mapping editor raises a whole issue by the mapping that comes with it.
import { beforeAll, describe, expect, test } from "vitest";
import { MAPPING_KEYS } from "../../../../src/wire/lists.ts";
import { mappingOf } from "../../../../web/src/pages/webhook/data/mapping-keys.ts";
import { SAMPLES } from "../../../../web/src/pages/webhook/samples/all-samples.ts";
import { dataOf } from "../../../support/checks/route-table.ts";
import { openHook } from "../../../support/clients/webhook-client.ts";
import { ANY_DATABASE } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const PLATFORMS = [
  { code: "web", label: "Web" },
  { code: "ios", label: "iOS" },
];

describe.each(ANY_DATABASE)("the samples of known tools, by a server on %s", (kind) => {
  const world = worldOf(kind);
  let path: string;
  beforeAll(async () => {
    path = `/apps/${(await openHook(world, { platforms: PLATFORMS })).app.id}/webhook/preview`;
  });

  test.each(SAMPLES.map((sample) => [sample.name, sample] as const))("%s", async (name, { text, mapping }) => {
    const asked = mapping === null ? { preset: "native" } : { preset: "custom", mapping: mappingOf(mapping) };
    const { issue, fields, recovery } = await dataOf(world, "POST", path, { payload: text, ...asked });
    expect(issue.title.length).toBeGreaterThan(5);
    expect(issue.text.length).toBeGreaterThan(issue.title.length);
    const found = Object.fromEntries(
      fields.map(({ field, from }: { field: string; from: string | null }) => [field, from]),
    );
    const keys = MAPPING_KEYS.filter((key) => mapping !== null && mapping[key] !== "");
    for (const key of keys) {
      // Only a change of its state says what became of an error of Bugsnag.
      if (name !== "Bugsnag" || key !== "recovered") {
        expect(found[key === "platform" ? "platforms" : key], key).not.toBeNull();
      }
    }
    expect(recovery).toBe(name.endsWith(", recovered") ? "raise" : null);
    if (mapping !== null) expect(issue.webhook.external_id).not.toBeNull();
  });
});
