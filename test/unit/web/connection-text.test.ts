// What the pages say about connections and how to set them up.
import { describe, expect, test } from "vitest";
import { TOOL_REGISTRY } from "../../../src/integrations/tool-registry.ts";
import { setupSteps } from "../../../src/integrations/toolkit/setup-text.ts";
import { stateText } from "../../../web/src/pages/connections/connection-text.ts";
import { TOOL_FACTS } from "../../../web/src/pages/connections/tools/tool-registry.ts";

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
    for (const tool of ["sentry", "github", "gitlab", "jira", "linear"] as const)
      expect(words({ tool })).toBe("Not used yet");
  });
});

describe("the steps of a connection", () => {
  test("name no code of another app", () => {
    for (const tool of Object.keys(TOOL_FACTS) as Given["tool"][]) {
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
