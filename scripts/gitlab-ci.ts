// Lets a program that runs GitLab's pipelines take the component: `gitlab-ci-local` puts the inputs in, holds it against GitLab's own schema of
// pipelines, and runs the job against the built server. npx tsx scripts/gitlab-ci.ts
import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type RunningServer, serve } from "../test/support/clients/run-cli.ts";
import { freePort } from "../test/support/machine/free-port.ts";
import { RUN_PACKAGES } from "./compatibility/vendor-packages.ts";
import { findProgram } from "./debian-program.ts";
import { adminOf, same, say } from "./real-program.ts";

const RUNNER = "gitlab-ci-local";
const run = promisify(execFile);

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Json = any;

const folder = mkdtempSync(join(tmpdir(), "retest-gitlab-ci-"));
let server: RunningServer | undefined;
try {
  await tryOut();
  console.log("GitLab's pipelines: every step as it should be");
} catch (error) {
  console.error(`GitLab's pipelines: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function tryOut(): Promise<void> {
  // The runner copies files with it.
  await findProgram({ title: "rsync", name: "rsync", programs: ["rsync"] });
  const version = RUN_PACKAGES[RUNNER];
  const install = [
    "install",
    "--prefix",
    folder,
    "--no-save",
    "--no-audit",
    "--ignore-scripts",
    `${RUNNER}@${version}`,
  ];
  await run("npm", install, { cwd: folder });
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const settings = { PORT: `${port}`, RETEST_BASE_URL: address, RETEST_DATA_DIR: join(folder, "data") };
  server = await serve(settings);
  const { key, ask } = await adminOf(address, settings, "CI");
  const app = await ask("POST", "/apps", {
    name: "Book shop",
    platforms: [{ code: "web", label: "Web" }],
    sections: [{ ref: "PAY", title: "Pay", checks: [{ ref: "PAY-1", title: "Card" }] }],
  });

  const project = join(folder, "project");
  mkdirSync(join(project, "templates"), { recursive: true });
  copyFileSync("templates/retest.yml", join(project, "templates/retest.yml"));
  writeFileSync(join(project, ".gitlab-ci.yml"), pipeline({ url: `${address}/`, app: app.name }));
  const git = (...args: string[]) =>
    run("git", ["-c", "user.name=Ann", "-c", "user.email=ann@example.com", ...args], { cwd: project });
  await git("init", "--quiet", "--initial-branch=main");
  await git("remote", "add", "origin", "git@gitlab.example.com:shop/shop.git");
  await git("add", "--all");
  await git("commit", "--quiet", "--message=Shop");
  const job = async (failure: string): Promise<{ code: number; log: string }> => {
    writeFileSync(
      join(project, "a report.xml"),
      `<testsuite name="pay"><testcase name="PAY-1 card">${failure}</testcase></testsuite>`,
    );
    // It calls itself no GitLab, which a job of GitLab's is told to be.
    const args = [
      "--force-shell-executor",
      "--home",
      folder,
      "--variable",
      `RETEST_API_KEY=${key}`,
      "--variable",
      "GITLAB_CI=true",
      "ask retest",
    ];
    const program = join(folder, "node_modules", RUNNER, "src/index.js");
    try {
      const { stdout, stderr } = await run(process.execPath, [program, ...args], { cwd: project });
      return { code: 0, log: stdout + stderr };
    } catch (error) {
      const { code, stdout = "", stderr = "" } = error as { code: number; stdout?: string; stderr?: string };
      return { code, log: stdout + stderr };
    }
  };
  const results = async () =>
    (await ask("GET", `/results?app=${app.id}`)).map(({ outcome, build }: Json) => [outcome, build.split("@")[0]]);

  const failed = await job('<failure message="declined"/>');
  for (const said of [
    "json schema validated",
    "[1/1] a report.xml: sending",
    "FAIL  Book shop (web)",
    "the job is for no merge request",
  ]) {
    if (!failed.log.toLowerCase().includes(said.toLowerCase()))
      throw new Error(`the job did not say "${said}":\n${failed.log}`);
  }
  same("the job's end with a failed test", failed.code === 0, false);
  same("results", await results(), [["failed", "main"]]);
  say(`${RUNNER} ${version} finds the component to be of GitLab's schema, and its job fails as the gate does`);
  const [issue] = await ask("GET", `/issues?app=${app.id}`);
  if (issue !== undefined) await ask("POST", `/issues/${issue.id}/fix`);
  const passed = await job("");
  same(`the job's end with a passed test:\n${passed.log}`, passed.code, 0);
  say("once the test passes, so does the job");
}

/** As a project includes the component, with inputs of each kind. */
function pipeline({ url, app }: { url: string; app: string }): string {
  const inputs = {
    url,
    app,
    reports: "a report.xml\n*.xml\n",
    job: "ask retest",
    stage: "test",
    platforms: "web",
    percent: "100",
  };
  return JSON.stringify({ include: [{ local: "templates/retest.yml", inputs }] });
}
