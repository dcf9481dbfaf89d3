// What the pages say about connections and how to set them up.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { TOOL_REGISTRY, TOOLS } from "../../../src/integrations/tool-registry.ts";
import { setupSteps } from "../../../src/integrations/toolkit/setup-text.ts";
import { heardText, stateText } from "../../../web/src/pages/connections/connection-text.ts";

type Given = Parameters<typeof stateText>[0];
const connection = (fields: Partial<Given>) =>
  ({ tool: "slack", state: "waiting", credentials: [], forwards: false, heard: null, failures: 0, ...fields }) as Given;

describe("the state of a connection", () => {
  test("says which required secret is missing, for every tool that has one, unless it only sends", () => {
    const words = (fields: Partial<Given>) => stateText(connection(fields)).words;
    expect(words({})).toBe("Needs its signing secret");
    expect(words({ tool: "teams" })).toBe("Needs its security token");
    expect(words({ state: "active", heard: { at: "", outcome: "invalid_signature" } })).toBe(
      "Needs its signing secret",
    );
    expect(words({ credentials: ["signing_secret"] })).toBe("Not used yet");
    expect(words({ forwards: true })).toBe("Not used yet");
    expect(words({ state: "off" })).toBe("Off");
    expect(words({ state: "active", credentials: ["signing_secret"], failures: 1 })).toBe("Needs attention");
    for (const tool of ["sentry", "github", "gitlab", "gitea", "jira", "linear"] as const)
      expect(words({ tool })).toBe("Not used yet");
  });
});

test("every reason for which nothing came of a tool's message has a sentence of its own", () => {
  const folder = "src/integrations";
  const code = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => readFileSync(join(folder, path), "utf8"))
    .join("");
  const reasons = [...new Set([...code.matchAll(/why: "(\w+)"/g)].map(([, reason]) => reason!))];
  expect(reasons).toContain("moved");
  // What has no sentence is shown as its code in words.
  const inWords = (reason: string) => reason.replaceAll("_", " ").toLowerCase();
  expect(reasons.filter((reason) => heardText(reason).toLowerCase() === inWords(reason))).toEqual([]);
});

describe("the steps of a connection", () => {
  test("name no code of another app", () => {
    for (const tool of TOOLS) {
      const text = setupSteps(TOOL_REGISTRY[tool].setup, { prefix: "BNK", lastNumber: 31 }).join(" ");
      expect(text, tool).not.toContain("SHOP-");
      expect(text, tool).not.toContain("{");
    }
    expect(setupSteps(TOOL_REGISTRY.github.setup, { prefix: "BNK", lastNumber: 0 }).join(" ")).toContain(
      "“Fixes BNK-1”",
    );
    expect(setupSteps(TOOL_REGISTRY.gitlab.setup, { prefix: "BNK", lastNumber: 31 }).join(" ")).toContain(
      "“Closes BNK-31”",
    );
  });
});
