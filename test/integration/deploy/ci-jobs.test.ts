// What CI services are given (action.yml, the GitLab component), done as their runners do it: inputs are put in, each script is run by
// its shell in an empty folder, against a real server and a stand-in for the pull request.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { validateAction } from "@action-validator/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { type ChangeComments, openChangeComments } from "../../support/fake-tools/change-comments.ts";
import { ANY_DATABASE } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

type Inputs = Record<string, string>;
interface Done {
  code: number | null;
  log: string;
  summary: string;
  outputs: Inputs;
}

const ACTION_TEXT = readFileSync("action.yml", "utf8");
const ACTION = parse(ACTION_TEXT);
const [SPEC, COMPONENT] = parseAllDocuments(readFileSync("templates/retest.yml", "utf8")).map((one) => one.toJS());
const HOSTILE = "PAY-1 `a` | <b> @everyone $(touch pwned)";
const reportOf = (failure: string) =>
  `<testsuite name="pay"><testcase name="${HOSTILE.replaceAll("<", "&lt;")}">${failure}</testcase><testcase name="other"/></testsuite>`;

test("the action is what GitHub's schema demands", () => {
  expect(validateAction(ACTION_TEXT).errors).toEqual([]);
  expect(validateAction(ACTION_TEXT.replace("shell: bash", "shel: bash")).errors).not.toEqual([]);
});

test("no input of the action stands in a script, where it would be read as shell, and each is used", () => {
  const { inputs, runs } = ACTION;
  for (const { run, env } of runs.steps) {
    expect(run).not.toContain("${{");
    const used = Object.values(env as Inputs).map((value) => /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value)?.[1]);
    expect(used.sort()).toEqual(Object.keys(inputs).sort());
  }
});

describe.each(ANY_DATABASE)("with a server on %s", (kind) => {
  const world = worldOf(kind);
  const folder = mkdtempSync(join(tmpdir(), "retest-ci-"));
  let change: ChangeComments;
  beforeAll(async () => {
    change = await openChangeComments();
  });
  afterAll(async () => {
    await change?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const newApp = () =>
    world.app({
      platforms: [{ code: "web", label: "Web" }],
      sections: [{ ref: "PAY", title: "Pay", checks: [{ ref: "PAY-1", title: "Card" }] }],
    });

  /** As a runner does it, with the environment that GitHub gives a job. */
  const runAction = async (given: Inputs, event: unknown = { pull_request: { number: 7 } }): Promise<Done> => {
    const [event_path, summary, output] = ["event.json", "summary.md", "output"].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(event_path, JSON.stringify(event));
    writeFileSync(summary, "");
    writeFileSync(output, "");
    const inputs: Inputs = { url: `${world.address}/`, key: world.tester, "github-token": "ghs_1", ...given };
    const inputOf = (name: string) => inputs[name] ?? ACTION.inputs[name].default;
    let done = { code: 0 as number | null, log: "" };
    for (const { run, env } of ACTION.runs.steps) {
      const own = Object.entries(env as Inputs).map(([name, text]) => [
        name,
        text.replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, input) => inputOf(input)),
      ]);
      done = await shell(["bash", "--noprofile", "--norc", "-eo", "pipefail"], run, {
        ...{ GITHUB_ACTIONS: "true", GITHUB_EVENT_PATH: event_path, GITHUB_STEP_SUMMARY: summary },
        ...{ GITHUB_OUTPUT: output, RUNNER_TEMP: folder, GITHUB_REF_NAME: "main", GITHUB_SHA: "0123456789abcdef" },
        ...change.github,
        ...Object.fromEntries(own),
      });
      if (done.code !== 0) break;
    }
    const lines = readFileSync(output, "utf8").trim().split("\n");
    return {
      ...done,
      summary: readFileSync(summary, "utf8"),
      outputs: Object.fromEntries(lines.map((line) => line.split("="))),
    };
  };

  const runComponent = async (given: Inputs, more: Inputs = {}): Promise<{ code: number | null; log: string }> => {
    const inputOf = (name: string) => given[name] ?? SPEC.spec.inputs[name].default;
    const put = (text: string) => text.replaceAll(/\$\[\[ inputs\.([\w-]+) \]\]/g, (_, name) => String(inputOf(name)));
    const [job] = Object.values(COMPONENT) as { script: string[]; variables: Inputs }[];
    const variables = Object.entries(job!.variables).map(([name, text]) => [name, put(text)]);
    return shell(["sh", "-e"], job!.script.join("\n"), {
      ...{ GITLAB_CI: "true", GITLAB_TOKEN: "glpat-1", RETEST_API_KEY: world.tester },
      ...{ CI_COMMIT_REF_NAME: "main", CI_COMMIT_SHA: "0123456789abcdef" },
      ...change.gitlab,
      ...Object.fromEntries(variables),
      ...more,
    });
  };

  const shell = (program: string[], script: string, env: Inputs): Promise<{ code: number | null; log: string }> =>
    new Promise((resolve) => {
      const file = join(folder, "step.sh");
      writeFileSync(file, script);
      const path = `${dirname(process.execPath)}:/usr/bin:/bin`;
      const child = spawn(program[0]!, [...program.slice(1), file], { cwd: folder, env: { PATH: path, ...env } });
      let log = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (log += chunk));
      child.on("close", (code) => resolve({ code, log }));
    });

  test("the action records results, fails as the gate does, and says what failed on the job's page and in one comment", async () => {
    const { id, name } = await newApp();
    change.comments.splice(0, Infinity, ...Array.from({ length: 100 }, (_, i) => `comment ${i}`));
    writeFileSync(join(folder, "a report.xml"), reportOf('<failure message="declined"/>'));
    const first = await runAction({ app: name, reports: "a report.xml\nnot?here.xml", platforms: "web" });
    expect([first.code, first.log]).toEqual([2, expect.stringContaining("not?here.xml: there is no such file")]);

    const failed = await runAction({ app: name, reports: "a report.xml\n\n", platforms: "web" });
    expect([failed.code, failed.log]).toEqual([1, expect.stringContaining("A comment was added.")]);
    expect(failed.outputs).toEqual({
      ...{ matched: "1", unmatched: "1", passed: "0", failed: "1" },
      ...{ gate: "fail", "percent-complete": "100" },
    });
    expect(failed.summary).toContain(`### Retest: [\`${name}\`](${world.address}/apps/${id}): ❌ the gate fails`);
    expect(failed.summary).toContain("- 1 platform-check failed; none may fail.");
    expect(failed.summary).toContain("#### 1 test failed");
    expect(failed.summary).toContain("| `PAY-1` `Card` | `` PAY-1 `a` \\| <b> @everyone $(touch pwned) `` |");
    expect(failed.summary).toContain("#### 1 case without a check");
    expect(change.comments).toHaveLength(101);
    expect(change.comments[100]).toMatch(/^<!-- retest [\w%.~-]+ -->\n### Retest/);

    writeFileSync(join(folder, "a report.xml"), reportOf(""));
    const { data } = (await world.call(world.admin, "GET", `/issues?app=${id}`)).body;
    for (const issue of data) await world.call(world.admin, "POST", `/issues/${issue.id}/fix`);
    const passed = await runAction({ app: name, reports: "*.xml", platforms: "web", "max-open": "5" });
    expect([passed.code, passed.log]).toEqual([0, expect.stringContaining("The comment was updated.")]);
    expect(change.comments).toHaveLength(101);
    expect(change.comments[100]).toContain("✅ the gate passes");
    expect(passed.outputs).toMatchObject({ gate: "pass", passed: "1", failed: "0" });
    const { body } = await world.call(world.admin, "GET", `/results?app=${id}`);
    expect(body.data[0]).toMatchObject({ build: "main@0123456789ab" });
  });

  test("without reports the action only asks the gate; without the gate only what was uploaded counts", async () => {
    const { name } = await newApp();
    const asked = await runAction({ app: name, percent: "0", comment: "false", key: world.viewer });
    expect([asked.code, asked.outputs.gate, asked.log]).toEqual([0, "pass", expect.not.stringContaining("omment")]);
    writeFileSync(join(folder, "a report.xml"), reportOf("<failure/>"));
    const sent = await runAction({ app: name, reports: "*.xml", gate: "false" }, { push: true });
    expect([sent.code, sent.log]).toEqual([0, expect.stringContaining("the job is for no pull request")]);
    expect(sent.outputs).not.toHaveProperty("gate");
    const few = await runAction({ app: name, reports: "*.xml", gate: "false", "min-matched": "100%" });
    expect([few.code, few.log]).toEqual([1, expect.stringContaining("Only 1 of 2 cases matched a check")]);
  });

  test("a token that may not comment, as that of a fork, and a GitHub that can't be reached fail no job", async () => {
    const { name } = await newApp();
    const given = { app: name, percent: "0" };
    const fork = await runAction({ ...given, "github-token": "read-only" });
    expect([fork.code, fork.log]).toEqual([0, expect.stringContaining("No comment: 401")]);
    change.mishap({ doneAnd: "reset" });
    const away = await runAction(given);
    expect([away.code, away.log]).toEqual([0, expect.stringContaining("can't be reached")]);
  });

  test("a key that is wrong, or a server that is another program, fails the action with a sentence", async () => {
    const { name } = await newApp();
    const refused = await runAction({ app: name, key: "rt_wrong" });
    expect([refused.code, refused.log]).toEqual([
      2,
      expect.stringContaining("answered 401: This API key is not valid"),
    ]);
    const nobody = await runAction({ app: name, url: change.url });
    expect([nobody.code, nobody.log]).not.toEqual([0, ""]);
    expect(refused.log + nobody.log).not.toMatch(/rt_wrong|\n\s+at /);
  });

  test("the GitLab component does the same for a merge request", async () => {
    const { name } = await newApp();
    change.comments.length = 0;
    writeFileSync(join(folder, "a report.xml"), reportOf("<failure/>"));
    const given = { url: world.address, app: name, reports: "a report.xml\n" };
    const failed = await runComponent(given);
    expect([failed.code, failed.log]).toEqual([1, expect.stringContaining("A comment was added.")]);
    const again = await runComponent({ ...given, gate: "false" });
    expect([again.code, again.log]).toEqual([0, expect.stringContaining("The comment was updated.")]);
    expect(change.comments).toEqual([expect.stringContaining("#### 1 test failed")]);
    expect(readFileSync(join(folder, "retest.md"), "utf8")).toContain("the gate fails");
    const push = await runComponent({ ...given, percent: "0" }, { CI_MERGE_REQUEST_IID: "" });
    expect(push.log).toContain("No comment: the job is for no merge request");
  });
});
