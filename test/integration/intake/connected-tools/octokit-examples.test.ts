// The webhook examples that GitHub's own library publishes: each is accepted or let pass, whatever version of GitHub it is of.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { connect } from "../../../support/clients/connection-client.ts";
import { codedApp } from "../../../support/samples/coded-app.ts";
import { hubSigned } from "../../../support/samples/signed-as-tool.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

interface Example {
  name: string;
  examples: unknown[];
}

const folder = dirname(createRequire(import.meta.url).resolve("@octokit/webhooks-examples/package.json"));
const hosts = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory());
const all = hosts.flatMap(({ name }): Example[] => JSON.parse(readFileSync(join(folder, name, "index.json"), "utf8")));
const of = (event: string) => all.filter(({ name }) => name === event).flatMap(({ examples }) => examples);

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);

  test.each(["pull_request", "issues", "issue_comment"])("every example of %s", async (event) => {
    const app = await codedApp(world);
    const github = await connect(world, app.id, "github");
    const examples = of(event);
    expect(examples.length).toBeGreaterThan(event === "issue_comment" ? 5 : 40);
    for (const payload of examples) {
      const headers = {
        "x-github-event": event,
        "content-type": "application/json",
        ...hubSigned(github.secret, payload),
      };
      const { status, body } = await github.send(payload, headers);
      expect({ status, body }).toEqual({ status: 200, body: expect.anything() });
      expect(Object.keys(body)).toEqual([expect.stringMatching(/^(ignored|issues|comment)$/)]);
    }
  });
});
