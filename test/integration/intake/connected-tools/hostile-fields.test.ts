// Fields of tools' messages with anything in place of anything: nothing but a refusal is thrown, and nothing strange is asked for.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Fault } from "../../../../src/domain/fault.ts";
import type { Tool } from "../../../../src/integrations/tool-registry.ts";
import { TOOL_REGISTRY } from "../../../../src/integrations/tool-registry.ts";
import type { ToolCommand } from "../../../../src/integrations/toolkit/tool-command.ts";
import type { ToolRequest } from "../../../../src/integrations/toolkit/tool-intake.ts";
import { connect } from "../../../support/clients/connection-client.ts";
import { payloadBytes } from "../../../support/clients/webhook-client.ts";
import { codedApp, sampleOf } from "../../../support/samples/coded-app.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const NOW = 1_772_622_300_456;
const SAMPLES: [Tool, string, string][] = [
  ["github", "github-pr-merged.json", "pull_request"],
  ["github", "github-issue-closed.json", "issues"],
  ["gitea", "gitea-pr-merged.json", "pull_request"],
  ["gitea", "gitea-issue-closed.json", "issues"],
  ["gitlab", "gitlab-merge-request-merged.json", ""],
  ["gitlab", "gitlab-issue-closed.json", ""],
  ["jira", "jira-issue-transition.json", ""],
  ["jira-data-center", "jira-data-center-issue-done.json", ""],
  ["linear", "linear-issue-update.json", ""],
];
const STRANGE: unknown[] = [
  ...[
    null,
    true,
    0,
    -1,
    1.5,
    1e308,
    "",
    " ",
    "\0",
    "\ud800",
    "x".repeat(100_000),
    "NIM-42",
    "Fixes NIM-42",
    "javascript:1",
  ],
  ...[
    [],
    [null],
    [[[]]],
    {},
    { toString: 1 },
    { length: 9 },
    { __proto__: { id: 1 } },
    "2026-99-99T00:00:00Z",
    "9".repeat(400),
  ],
];

function request(event: string, bytes: Buffer): ToolRequest {
  return {
    ...{
      path: "/api/integrations/github/token",
      headers: { "x-github-event": event, "x-github-delivery": "d", "x-gitea-event": event, "x-gitea-delivery": "d" },
      bytes,
      contentType: "application/json",
      now: NOW,
    },
    ...{ settings: {}, credentials: {}, app: { id: "app_1", name: "Nimbus" }, prefixes: ["NIM"] },
    ...{ appConfig: { platforms: [], repositories: [], openCycles: [] }, connectedApps: async () => [] },
  };
}

async function read(tool: Tool, event: string, bytes: Buffer): Promise<ToolCommand | Fault> {
  try {
    return await TOOL_REGISTRY[tool].intake!.read(request(event, bytes));
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}

/** What is asked for can be kept by either database and shown by any page. */
function expectKeepable(asked: ToolCommand | Fault): void {
  if (asked instanceof Fault || asked.ask === "nothing") return;
  const text = JSON.stringify(asked);
  expect(text.length).toBeLessThan(20_000);
  expect(text).not.toMatch(/\\u0000|\\ud800|"url":"(?!https?:)/);
  if (asked.ask !== "follow") throw new Error("raised");
  for (const { item, code, pullRequest } of asked.updates) {
    if (item !== undefined) expect(item.externalId).toMatch(/^\S/);
    if (code !== undefined) expect(Number.isSafeInteger(code.number)).toBe(true);
    if (pullRequest !== undefined) expect(Number.isSafeInteger(pullRequest.number)).toBe(true);
  }
}

/** Every place in a payload. */
function* placesIn(value: unknown, path: string[] = []): Generator<string[]> {
  if (path.length > 0) yield path;
  if (typeof value !== "object" || value === null) return;
  for (const [key, one] of Object.entries(value)) yield* placesIn(one, [...path, key]);
}

/** The payload with something else at this place, or with nothing there. */
function changed(payload: unknown, path: string[], value: unknown): unknown {
  const copy = structuredClone(payload);
  // biome-ignore lint/suspicious/noExplicitAny: walked by its own places
  let at = copy as any;
  for (const key of path.slice(0, -1)) at = at[key];
  if (value === undefined) delete at[path.at(-1)!];
  else at[path.at(-1)!] = value;
  return copy;
}

describe.each(SAMPLES)("%s, %s", (tool, file, event) => {
  const sample = sampleOf(file, "NIM-42");

  test("as it stands it is followed", async () => {
    const asked = await read(tool, event, payloadBytes(sample));
    expect(asked).toMatchObject({ ask: "follow", updates: [{ fixed: true, code: { prefix: "NIM", number: 42 } }] });
  });

  test("anything in any place, and any place missing", async () => {
    for (const path of placesIn(sample)) {
      for (const value of [undefined, ...STRANGE]) {
        expectKeepable(await read(tool, event, payloadBytes(changed(sample, path, value))));
      }
    }
  });

  test("any JSON at all, and any bytes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) =>
        expectKeepable(await read(tool, event, payloadBytes(JSON.stringify(value)))),
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), async (bytes) => expectKeepable(await read(tool, event, Buffer.from(bytes)))),
    );
    const deep = Buffer.from(`{"action":${"[".repeat(100_000)}${"]".repeat(100_000)}}`);
    expect(await read(tool, event, deep)).toMatchObject({ code: "invalid_json" });
  });
});

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);

  test("what could be kept by nobody is never answered with a failure of ours, and the books stay right", {
    timeout: 60_000,
  }, async () => {
    const app = await codedApp(world);
    const issue = await app.raise();
    for (const [tool, file, event] of SAMPLES) {
      const connected = await connect(world, app.id, tool);
      await connected.change({ credentials: { webhook_secret: null } });
      const sample = sampleOf(file, issue.code);
      if (tool === "linear") sample.webhookTimestamp = Date.now();
      const places = [...placesIn(sample)].filter((path) => path.length <= 2);
      for (const [i, path] of places.entries()) {
        const payload = changed(sample, path, STRANGE[i % STRANGE.length]);
        const delivery = `delivery ${i} \u00fc`;
        const { status } = await connected.send(payload, {
          "x-github-event": event,
          "x-github-delivery": encodeURI(delivery),
          "x-gitea-event": event,
          "x-gitea-delivery": encodeURI(delivery),
        });
        expect(status).toBeLessThan(500);
      }
    }
    expect(await world.problems()).toEqual([]);
  });
});
