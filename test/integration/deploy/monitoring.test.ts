// What watches Retest from outside: every metric that the dashboard and the alert rules name is one that a server gives, with its labels.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { ANY_DATABASE } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

interface Panel {
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets: { expr: string }[];
}

const FOLDER = "deploy/monitoring";
const DASHBOARD = JSON.parse(readFileSync(`${FOLDER}/grafana-dashboard.json`, "utf8")) as { panels: Panel[] };
const RULES = parse(readFileSync(`${FOLDER}/alerts.yaml`, "utf8")).groups.flatMap(
  ({ rules }: { rules: { alert: string; expr: string }[] }) => rules,
) as { alert: string; expr: string }[];
const SHOWN = DASHBOARD.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
const EXPRESSIONS = [...SHOWN, ...RULES.map(({ expr }) => expr)];
const PROMTOOL = spawnSync("promtool", ["--version"]).status === 0;

const namesIn = (expression: string) => expression.match(/\b(?:retest|process|nodejs)_\w+/g) ?? [];

describe.each(ANY_DATABASE)("beside a server on %s", (kind) => {
  const world = worldOf(kind);

  test("every metric that is named exists, and every one of Retest's is on the dashboard", async () => {
    await world.app();
    const text = await (await fetch(`${world.address}/metrics`)).text();
    const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name!, type!]));
    const known = new Set(
      [...types].flatMap(([name, type]) =>
        type === "histogram" ? ["_bucket", "_sum", "_count"].map((end) => name + end) : [name],
      ),
    );
    const named = new Set(EXPRESSIONS.flatMap(namesIn));
    expect(named.size).toBeGreaterThan(10);
    expect([...named].filter((name) => !known.has(name))).toEqual([]);
    const shown = [...types.keys()].filter((name) => ![...named].some((one) => one.startsWith(name)));
    expect(shown).toEqual([]);
  });

  test("every label that is asked for is one that docs/operations.md lists for its metric", () => {
    const rows = readFileSync("docs/operations.md", "utf8")
      .split("\n")
      .filter((line) => line.startsWith("| `"));
    for (const expression of EXPRESSIONS) {
      for (const [, name, matchers] of expression.matchAll(/\b((?:retest|process|nodejs)_\w+)\{([^}]*)\}/g)) {
        const row = rows.find((line) => line.includes(`\`${name!.replace(/_(?:bucket|sum|count)$/, "")}\``));
        const labels = [...matchers!.matchAll(/(\w+)\s*[=!]/g)].map(([, label]) => label!);
        // The first two come from Prometheus itself.
        const own = labels.filter((label) => !["instance", "job", "le"].includes(label));
        expect(
          own.filter((label) => row?.includes(`\`${label}\``) !== true),
          expression,
        ).toEqual([]);
      }
    }
  });
});

test("no panel of the dashboard stands on another, and each has a title of its own", () => {
  const cells = DASHBOARD.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, i) => `${x + (i % w)},${y + Math.floor(i / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(new Set(DASHBOARD.panels.map(({ title }) => title)).size).toBe(DASHBOARD.panels.length);
});

/** What it says in one text, whether it takes the file or not. */
function promtool(...args: string[]): [status: number | null, said: string] {
  const { status, stdout, stderr } = spawnSync("promtool", args, { encoding: "utf8" });
  return [status, stdout + stderr];
}

test.skipIf(!PROMTOOL)("Prometheus takes the rules, and they raise what they should", () => {
  expect(promtool("check", "rules", `${FOLDER}/alerts.yaml`)).toEqual([0, expect.stringContaining("SUCCESS")]);
  expect(promtool("test", "rules", `${FOLDER}/alerts.test.yaml`)).toEqual([0, expect.stringContaining("SUCCESS")]);
});

test.skipIf(!PROMTOOL)("Prometheus takes every expression of the dashboard, with what Grafana puts into it", () => {
  const filled = SHOWN.map((expr) => expr.replaceAll("$__rate_interval", "5m").replaceAll("$instance", ".*"));
  expect(filled.filter((expr) => expr.includes("$"))).toEqual([]);
  const folder = mkdtempSync(join(tmpdir(), "retest-dashboard-"));
  /** It checks files of rules alone; JSON is YAML. */
  const check = (expressions: string[]) => {
    const rules = expressions.map((expr, i) => ({ record: `dashboard:expression_${i + 1}`, expr }));
    writeFileSync(join(folder, "rules.yaml"), JSON.stringify({ groups: [{ name: "dashboard", rules }] }));
    return promtool("check", "rules", join(folder, "rules.yaml"));
  };
  try {
    expect(check(filled)).toEqual([0, expect.stringContaining(`SUCCESS: ${filled.length} rules found`)]);
    expect(check([...filled, "sum(rate(retest_refusals_total))"])).toEqual([1, expect.stringContaining("expression_")]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
