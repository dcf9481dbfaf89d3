// The same story told in the words of each runner: what it tests, and how it is run. Each has two files that may run beside each other.

import { blocksOf, textOf } from "../../support/checks/doc-blocks.ts";
import type { Needs } from "../../support/clients/runner-project.ts";
import { PYTHON } from "../../support/machine/find-python.ts";

export interface Story extends Needs {
  runner: string;
  files: Record<string, string>;
  /** The first words of every command. */
  program: string[];
  /** The whole story, and another with only tests that pass. */
  all: string[];
  passing: string[];
  /** A test that opens the endpoint again after the reporter was refused; left out where another runner tries what they share. */
  patient?: string[];
  /** What sends what was kept, and how people are told to. */
  send: string[];
  sendWords: string;
  /** What is said of the whole story. */
  counts: string;
}

const COUNTS = "12 tests: 9 matched, 2 skipped, 1 unmatched.";
const SEND_WORDS = "node_modules/.bin/retest-send";

/** A file as the docs show it. */
export function documented(name: string): string {
  return textOf(blocksOf("docs/reporters.md").find(({ note }) => note === `file=${name}`)!);
}

const MAP = documented("retest.map.yaml");

/** What the tests of all JavaScript runners ask the endpoint behind which the server stands. */
const ENDPOINT = `const endpoint = async (word) => Number(await (await fetch(process.env.ENDPOINT + "/endpoint/" + word)).text());
const until = async (word) => { while ((await endpoint(word)) === 0) await new Promise((resolve) => setTimeout(resolve, 50)); };
`;

const PASSING = `test("CART-1 adds an item", () => {});
test("nothing of the kind", () => {});
`;
const PATIENT = `${ENDPOINT}test("CART-1 adds an item", () => {});
test("CART-2 the server comes back", async () => { await until("refused"); await endpoint("open"); }, 60_000);
`;
const PAY = `test.each([1, 2, 3])("PAY-1 pays %i times", (times) => { if (times === 2) throw new Error("paid twice"); });
`;

export const VITEST: Story = {
  runner: "Vitest",
  packed: { "retest-vitest": "reporters/vitest" },
  borrowed: ["vitest"],
  files: {
    "package.json": '{"type": "module"}',
    "retest.map.yaml": MAP,
    "vitest.config.js": documented("vitest.config.js"),
    "cart.test.js": `import { describe, test } from "vitest";
${ENDPOINT}describe("Cart", () => {
  test("CART-1 adds an item", () => {});
  test("CART-3 takes a coupon", () => { throw new Error("taken twice"); });
  test("CART-2 is recorded while the run goes on", () => until("recorded"), 60_000);
  test("CART-3 takes another coupon", () => {});
  test.skip("CART-4 is left out", () => {});
  test.fails("CART-5 is known to fail", () => { throw new Error("known"); });
  let tries = 0;
  test("CART-6 is well at the second try", { retry: 2 }, () => { if (tries++ === 0) throw new Error("at first"); });
  test("says itself what it is", async ({ annotate }) => {
    await annotate("CART-7", "retest.check");
    await annotate("ios, web", "retest.platforms");
  });
  test("cart-8 rounds", () => {});
});
`,
    "pay.test.js": `import { test } from "vitest";\n${PAY}`,
    "passing.test.js": `import { test } from "vitest";\n${PASSING}`,
    "patient.test.js": `import { test } from "vitest";\n${PATIENT}`,
  },
  program: [process.execPath, "node_modules/vitest/vitest.mjs", "run"],
  all: ["cart", "pay"],
  passing: ["passing"],
  patient: ["patient"],
  send: [process.execPath, "node_modules/retest-vitest/dist/send-unsent.js"],
  sendWords: SEND_WORDS,
  counts: COUNTS,
};

export const PLAYWRIGHT: Story = {
  runner: "Playwright",
  packed: { "retest-playwright": "reporters/playwright" },
  borrowed: ["@playwright/test", "playwright", "playwright-core"],
  files: {
    "package.json": '{"type": "module"}',
    "retest.map.yaml": MAP,
    "playwright.config.js": documented("playwright.config.js"),
    "cart.spec.js": `import { test } from "@playwright/test";
${ENDPOINT}test.describe("Cart", () => {
  test("CART-1 adds an item", () => {});
  test("CART-3 takes a coupon", () => { throw new Error("taken twice"); });
  test("CART-2 is recorded while the run goes on", () => until("recorded"));
  test("CART-3 takes another coupon", () => {});
  test.skip("CART-4 is left out", () => {});
  test("CART-5 is known to fail", () => { test.fail(); throw new Error("known"); });
  test.describe(() => {
    test.describe.configure({ retries: 2 });
    test("CART-6 is well at the second try", () => { if (test.info().retry === 0) throw new Error("at first"); });
  });
  const annotation = [{ type: "retest.check", description: "CART-7" }, { type: "retest.platforms", description: "ios, web" }];
  test("says itself what it is", { annotation }, () => {});
  test("cart-8 rounds", () => {});
});
`,
    "pay.spec.js": `import { test } from "@playwright/test";
for (const times of [1, 2, 3]) {
  test("PAY-1 pays " + times + " times", () => { if (times === 2) throw new Error("paid twice"); });
}
`,
    "passing.spec.js": `import { test } from "@playwright/test";\n${PASSING}`,
  },
  program: [process.execPath, "node_modules/@playwright/test/cli.js", "test"],
  all: ["cart", "pay"],
  passing: ["passing"],
  send: [process.execPath, "node_modules/retest-playwright/dist/send-unsent.js"],
  sendWords: SEND_WORDS,
  counts: COUNTS,
};

export const JEST: Story = {
  runner: "Jest",
  packed: { "retest-jest": "reporters/jest" },
  borrowed: ["jest"],
  files: {
    "package.json": "{}",
    "retest.map.yaml": 'platforms:\n  "Mobile *": ios\n  desktop: web\nchecks:\n  "says itself*": CART-7\n',
    "jest.config.js": documented("jest.config.js"),
    "cart.test.js": `jest.retryTimes(2);
${ENDPOINT}describe("Cart", () => {
  test("CART-1 adds an item", () => {});
  test("CART-3 takes a coupon", () => { throw new Error("taken twice"); });
  test("CART-2 is recorded while the run goes on", () => until("recorded"), 60_000);
  test("CART-3 takes another coupon", () => {});
  test.skip("CART-4 is left out", () => {});
  test.failing("CART-5 is known to fail", () => { throw new Error("known"); });
  let tries = 0;
  test("CART-6 is well at the second try", () => { if (tries++ === 0) throw new Error("at first"); });
  test("says itself nothing, but the mapping does", () => {});
  test("cart-8 rounds", () => {});
});
describe("Mobile Cart", () => { test("says itself nothing either", () => {}); });
`,
    "pay.test.js": PAY,
    "passing.test.js": PASSING,
  },
  program: [process.execPath, "node_modules/jest/bin/jest.js"],
  all: ["cart", "pay"],
  passing: ["passing"],
  send: [process.execPath, "node_modules/retest-jest/dist/send-unsent.js"],
  sendWords: SEND_WORDS,
  counts: "13 tests: 10 matched, 2 skipped, 1 unmatched.",
};

const PYTHON_ENDPOINT = `import os
import time
import urllib.request

import pytest

def endpoint(word):
    return int(urllib.request.urlopen(os.environ["ENDPOINT"] + "/endpoint/" + word).read())

def until(word):
    while endpoint(word) == 0:
        time.sleep(0.05)

`;

export const PYTEST: Story = {
  runner: "pytest",
  wheel: "reporters/pytest",
  files: {
    "retest.map.yaml": MAP,
    "pytest.ini": documented("pytest.ini"),
    "test_cart.py": `${PYTHON_ENDPOINT}class TestCart:
    tries = 0

    def test_CART_1_adds_an_item(self):
        pass

    def test_CART_3_takes_a_coupon(self):
        raise AssertionError("taken twice")

    @pytest.mark.retest("CART-2", platforms=["web"])
    def test_is_recorded_while_the_run_goes_on(self):
        until("recorded")

    def test_CART_3_takes_another_coupon(self):
        pass

    @pytest.mark.skip
    def test_CART_4_is_left_out(self):
        pass

    @pytest.mark.xfail
    def test_CART_5_is_known_to_fail(self):
        raise AssertionError("known")

    @pytest.mark.flaky(reruns=2)
    def test_CART_6_is_well_at_the_second_try(self):
        TestCart.tries += 1
        assert TestCart.tries > 1

    @pytest.mark.retest("CART-7")
    @pytest.mark.parametrize("browser", ["desktop", "Mobile Safari"])
    def test_says_itself_what_it_is(self, browser):
        pass

    def test_cart_8_rounds(self):
        pass
`,
    "test_pay.py": `import pytest

@pytest.mark.parametrize("times", [1, 2, 3])
def test_PAY_1_pays(times):
    assert times != 2, "paid twice"
`,
    "test_passing.py": `def test_CART_1_adds_an_item():
    pass

def test_nothing_of_the_kind():
    pass
`,
    "test_patient.py": `${PYTHON_ENDPOINT}def test_CART_1_adds_an_item():
    pass

def test_CART_2_the_server_comes_back():
    until("refused")
    endpoint("open")
`,
  },
  program: [PYTHON ?? "", "-m", "pytest", "-p", "no:cacheprovider"],
  all: ["-n", "2", "--dist", "loadfile", "test_cart.py", "test_pay.py"],
  passing: ["test_passing.py"],
  patient: ["test_patient.py"],
  send: [PYTHON ?? "", "-m", "pytest_retest"],
  sendWords: "python -m pytest_retest",
  counts: "13 tests: 10 matched, 2 skipped, 1 unmatched.",
};
