// What the interface asks for is what a connection with the tool holds, and what is needed before anything comes in or goes out.
import { expect, test } from "vitest";
import { channelOf } from "../../../src/integrations/tool-channels.ts";
import { TOOL_REGISTRY, TOOLS } from "../../../src/integrations/tool-registry.ts";
import type { FormField } from "../../../src/integrations/toolkit/tool-form.ts";

const namesOf = (fields: readonly FormField[], part: FormField["part"]) =>
  fields.filter((field) => field.part === part).map(({ name }) => name);

test.each(TOOLS)("%s: the form has every field once, and marks those that are needed, lists, or made here", (tool) => {
  const { fields, form, needs, verifiedBy } = TOOL_REGISTRY[tool];
  const all = [...form.inFields, ...form.outFields];
  expect(namesOf(all, "settings").sort()).toEqual(Object.keys(fields.settings).sort());
  expect(namesOf(all, "credentials").sort()).toEqual(Object.keys(fields.credentials).sort());

  const needed = form.outFields.filter((field) => field.needed === true);
  expect(namesOf(needed, "settings").sort()).toEqual([...(needs?.settings ?? [])].sort());
  expect(namesOf(needed, "credentials").sort()).toEqual([...(needs?.credentials ?? [])].sort());
  const neededToHear = form.inFields.filter((field) => field.needed === true);
  expect([[], [verifiedBy]]).toContainEqual(neededToHear.map(({ name }) => name));

  const lists = all.filter(({ several }) => several === true).map(({ name }) => name);
  const kinds = Object.entries(fields.settings).filter(([, kind]) => kind === "names" || kind === "apps");
  expect(lists.sort()).toEqual(kinds.map(([name]) => name).sort());
  const ours = all.filter((field) => field.ours === true).map(({ name }) => name);
  expect(ours).toEqual(fields.generated === undefined ? [] : [fields.generated]);
});

test.each(TOOLS)("%s: the form says what comes in, and what goes out, if anything does", (tool) => {
  const { form, intake, forwarder, publisher } = TOOL_REGISTRY[tool];
  expect(form.in !== null).toBe(intake !== null);
  expect(form.out !== null).toBe(forwarder !== null || publisher !== undefined);
});

test("whoever acts in a tool is named with the words that people know it by there", () => {
  const speaking = TOOLS.filter((tool) => TOOL_REGISTRY[tool].intake !== null);
  expect(speaking.map((tool) => [channelOf(tool).suffix, channelOf(tool).via])).toEqual([
    [" via Slack", "chat_a"],
    [" via Teams", "chat_b"],
    [" via Sentry", "tracker"],
    [" via Sentry SDK", "tracker"],
    [" via GitHub", null],
    [" via GitLab", null],
    [" via Gitea", null],
    [" via Jira", null],
    [" via Jira", null],
    [" via Linear", null],
  ]);
});
