// Ends the run with how many tests of each size passed, what was left out, and one plain line that counts all of them.
import type { Reporter, TestModule } from "vitest/node";
import { CHROMIUM } from "../machine/find-chromium.ts";
import { PYTHON, PYTHON_PACKAGES } from "../machine/find-python.ts";
import { lacksProgram } from "../machine/lacks-program.ts";

export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0 };
    const passedBySize = new Map<string, number>();
    const atSecondTry: string[] = [];
    for (const module of modules) {
      const [size = ""] = module.project.name.split(",");
      // A file or a suite that broke before its tests could run counts as a failure.
      count.failed += module.errors().length;
      for (const suite of module.children.allSuites()) count.failed += suite.errors().length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state !== "pending") count[state] += 1;
        if (test.diagnostic()?.flaky === true) atSecondTry.push(`${module.relativeModuleId}: ${test.fullName}`);
        if (state === "passed") passedBySize.set(size, (passedBySize.get(size) ?? 0) + 1);
      }
    }
    if (CHROMIUM === undefined) {
      console.log("\nThe browser tests (test/browser) were left out: there is no Chromium on this machine.");
      console.log(
        "Install it (on Debian: apt-get install chromium-headless-shell), or name one in RETEST_TEST_CHROMIUM.",
      );
    }
    if (PYTHON === undefined)
      console.log(`\nThe tests of the pytest plugin were left out (on Debian: apt-get install ${PYTHON_PACKAGES}).`);
    if (lacksProgram("strace") !== null)
      console.log(
        "\nThe tests of failing disks were left out: there is no strace (on Debian: apt-get install strace).",
      );
    if (lacksProgram("caddy") !== null)
      console.log("\nThe test of the balancer was left out: there is no Caddy (on Debian: apt-get install caddy).");
    for (const name of atSecondTry) console.log(`\npassed only at the second try: ${name}`);
    console.log(`\npassed by size: ${[...passedBySize].map(([size, passed]) => `${size} ${passed}`).join(", ")}`);
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : "";
    console.log(`tests: ${count.passed} passed, ${count.failed} failed${skipped}`);
  }
}
