// What the environments of CI services say: branch, commit, and the address of the run.
import { expect, test } from "vitest";
import { ciRunOf } from "../../../src/cli/remote/ci-environment.ts";
import { CI_ENVIRONMENTS, SHA } from "../../support/samples/ci-environments.ts";

test.each(CI_ENVIRONMENTS)("%s", (_service, env, build, run) => {
  expect(ciRunOf(env)).toEqual({ build, run: run === "" ? null : run });
});

test("elsewhere, and where a variable is no address, nothing is made up", () => {
  expect(ciRunOf({ CI: "true", HOME: "/root" })).toEqual({ build: null, run: null });
  expect(ciRunOf({ GITHUB_ACTIONS: "false", GITHUB_SHA: SHA })).toEqual({ build: null, run: null });
  const { build, run } = ciRunOf({
    GITLAB_CI: "true",
    CI_COMMIT_REF_NAME: "x".repeat(500),
    CI_JOB_URL: "javascript:1",
  });
  expect([build!.length, run]).toEqual([200, null]);
});
