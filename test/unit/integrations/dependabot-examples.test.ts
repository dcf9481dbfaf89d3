// The template for Dependabot reads what GitHub's own examples say that it sends.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { reportsByTemplate } from "../../support/samples/template-reading.ts";

interface Example {
  action: string;
  alert: { number: number; html_url: string; security_advisory: { summary: string; severity: string } };
  repository: { full_name: string };
}

const folder = dirname(createRequire(import.meta.url).resolve("@octokit/webhooks-examples/package.json"));
const EVENTS: { name: string; examples: Example[] }[] = JSON.parse(
  readFileSync(join(folder, "api.github.com/index.json"), "utf8"),
);
const EXAMPLES = EVENTS.find(({ name }) => name === "dependabot_alert")!.examples;

test.each(EXAMPLES)("an alert that is $action has its title, link, id and severity", (example) => {
  const { action, alert, repository } = example;
  expect(reportsByTemplate("dependabot", { ...example })).toMatchObject([
    {
      title: alert.security_advisory.summary,
      link: alert.html_url,
      external_id: `${repository.full_name}#${alert.number}`,
      priority: alert.security_advisory.severity,
      recovered: action === "fixed",
    },
  ]);
});

test("there are alerts that were created and fixed among them", () => {
  expect(EXAMPLES.map(({ action }) => action)).toEqual(expect.arrayContaining(["created", "fixed"]));
});
