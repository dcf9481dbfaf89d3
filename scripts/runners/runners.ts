// Test runners, each with the smallest project that has a test that passes (CART-1), one that fails (CART-2), and one that is left out
// (CART-3), named as one would in that language; and how it is asked for a report.
import { JAVA_RUNNERS } from "./java-runners.ts";
import type { Runner } from "./runner.ts";

const JS_TESTS = `test("CART-1 adds an item", () => {});
test("CART-2 takes a coupon twice", () => { throw new Error("twice"); });
test.skip("CART-3 rounds taxes", () => {});
`;
const FEATURE = `Feature: Cart
  @CART-1
  Scenario: adds an item
    Given it passes
  @CART-2
  Scenario: takes a coupon twice
    Given it fails
  @CART-3
  Scenario: rounds taxes
    Given it is skipped
`;
const STEPS = `import { Given } from "@cucumber/cucumber";
Given("it passes", () => {});
Given("it fails", () => { throw new Error("twice"); });
Given("it is skipped", () => "skipped");
`;
const COLLECTION = JSON.stringify({
  info: { name: "Cart", schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
  item: [
    ["CART-1 adds an item", 'pm.test("CART-1 adds an item", () => {});'],
    ["CART-2 takes a coupon twice", 'pm.test("CART-2 takes a coupon twice", () => { throw new Error("twice"); });'],
    ["CART-3 rounds taxes", 'pm.test.skip("CART-3 rounds taxes", () => {});'],
  ].map(([name, script]) => ({
    name,
    request: { method: "GET", url: "{{address}}/" },
    event: [{ listen: "test", script: { exec: [script] } }],
  })),
});

export const RUNNERS: Runner[] = [
  {
    name: "node:test",
    report: "node-test.xml",
    files: { "cart.test.js": `const test = require("node:test");\n${JS_TESTS}` },
    command: "node --test --test-reporter=junit --test-reporter-destination=node-test.xml",
    version: "node --version",
  },
  {
    name: "node:test (TAP)",
    report: "node-test.tap",
    files: { "cart.test.js": `const test = require("node:test");\n${JS_TESTS}` },
    command: "node --test --test-reporter=tap --test-reporter-destination=node-test.tap",
    version: "node --version",
  },
  {
    name: "Vitest",
    report: "vitest.xml",
    npm: ["vitest@4.1.12"],
    files: { "cart.test.mjs": `import { test } from "vitest";\n${JS_TESTS}` },
    command: "npx vitest run --reporter=junit --outputFile=vitest.xml",
    version: "npx vitest --version",
  },
  {
    name: "Jest (jest-junit)",
    report: "jest-junit.xml",
    npm: ["jest@30.5.2", "jest-junit@17.0.0"],
    files: { "cart.test.js": JS_TESTS },
    command: "JEST_JUNIT_OUTPUT_FILE=jest-junit.xml npx jest --reporters=jest-junit",
    version: "npx jest --version",
  },
  {
    name: "Mocha (mocha-junit-reporter)",
    report: "mocha.xml",
    npm: ["mocha@11.8.0", "mocha-junit-reporter@2.2.1"],
    files: { "cart.js": JS_TESTS },
    command: "npx mocha --ui qunit cart.js --reporter mocha-junit-reporter --reporter-options mochaFile=mocha.xml",
    version: "npx mocha --version",
  },
  {
    name: "Playwright",
    report: "playwright.xml",
    npm: ["@playwright/test@1.65.0"],
    files: { "cart.spec.js": `const { test } = require("@playwright/test");\n${JS_TESTS}` },
    command: "PLAYWRIGHT_JUNIT_OUTPUT_NAME=playwright.xml npx playwright test --reporter=junit",
    version: "npx playwright --version",
  },
  {
    name: "Cucumber.js (messages)",
    report: "cucumber.ndjson",
    npm: ["@cucumber/cucumber@12.9.0"],
    files: { "features/cart.feature": FEATURE, "features/steps.mjs": STEPS },
    command: "npx cucumber-js --import features/steps.mjs --format message:cucumber.ndjson",
    version: "npx cucumber-js --version",
  },
  {
    name: "Cucumber.js (JSON)",
    report: "cucumber.json",
    npm: ["@cucumber/cucumber@12.9.0"],
    files: { "features/cart.feature": FEATURE, "features/steps.mjs": STEPS },
    command: "npx cucumber-js --import features/steps.mjs --format json:cucumber.json",
    version: "npx cucumber-js --version",
  },
  {
    name: "Newman",
    report: "newman.xml",
    npm: ["newman@6.2.2"],
    files: { "cart.json": COLLECTION },
    command: 'npx newman run cart.json --env-var "address=$ADDRESS" -r junit --reporter-junit-export newman.xml',
    blurs: "a test that is left out is reported as passed",
    version: "npx newman --version",
  },
  {
    name: "Deno",
    report: "deno.xml",
    npm: ["deno@2.9.5"],
    files: {
      "cart_test.js": `Deno.test("CART-1 adds an item", () => {});
Deno.test("CART-2 takes a coupon twice", () => { throw new Error("twice"); });
Deno.test.ignore("CART-3 rounds taxes", () => {});
`,
    },
    command: "npx deno test --no-remote --junit-path=deno.xml",
    version: "npx deno --version | head -n 1",
  },
  {
    name: "pytest",
    report: "pytest.xml",
    debian: "python3-pytest",
    files: {
      "test_cart.py": `import pytest

def test_CART_1_adds_an_item():
    pass

def test_CART_2_takes_a_coupon_twice():
    assert 2 == 1

@pytest.mark.skip
def test_CART_3_rounds_taxes():
    pass
`,
    },
    command: "/usr/bin/pytest-3 -p no:cacheprovider --junitxml=pytest.xml",
    version: "/usr/bin/pytest-3 --version",
  },
  {
    name: "gotestsum",
    report: "gotestsum.xml",
    debian: "gotestsum golang-go",
    files: {
      "go.mod": "module example.com/shop\n",
      "cart_test.go": `package shop

import "testing"

func TestCart(t *testing.T) {
	t.Run("CART-1 adds an item", func(t *testing.T) {})
	t.Run("CART-2 takes a coupon twice", func(t *testing.T) { t.Error("twice") })
	t.Run("CART-3 rounds taxes", func(t *testing.T) { t.Skip() })
}
`,
    },
    command: "GOFLAGS=-mod=mod GOCACHE=$PWD/.cache gotestsum --junitfile gotestsum.xml",
    version: "gotestsum --version",
  },
  {
    name: "PHPUnit",
    report: "phpunit.xml",
    debian: "phpunit",
    files: {
      "CartTest.php": `<?php
use PHPUnit\\Framework\\TestCase;
final class CartTest extends TestCase {
    public function testCART1AddsAnItem(): void { $this->assertTrue(true); }
    public function testCART2TakesACouponTwice(): void { $this->assertSame(1, 2); }
    public function testCART3RoundsTaxes(): void { $this->markTestSkipped(); }
}
`,
    },
    command: "phpunit --no-configuration --log-junit phpunit.xml CartTest.php",
    version: "phpunit --version",
  },
  {
    name: "RSpec (rspec_junit_formatter)",
    report: "rspec.xml",
    debian: "ruby-rspec ruby-rspec-junit-formatter",
    files: {
      "cart_spec.rb": `RSpec.describe "Cart" do
  it("CART-1 adds an item") { expect(1).to eq 1 }
  it("CART-2 takes a coupon twice") { expect(1).to eq 2 }
  xit("CART-3 rounds taxes") { expect(1).to eq 1 }
end
`,
    },
    command: "rspec --require rspec_junit_formatter --format RspecJunitFormatter --out rspec.xml cart_spec.rb",
    version: "rspec --version | grep -o 'rspec-core.*'",
  },
  {
    name: "bats",
    report: "bats.tap",
    debian: "bats",
    files: {
      "cart.bats": `@test "CART-1 adds an item" { true; }
@test "CART-2 takes a coupon twice" { false; }
@test "CART-3 rounds taxes" { skip; }
`,
    },
    command: "bats --formatter tap cart.bats > bats.tap",
    version: "bats --version",
  },
  {
    name: "prove (TAP::Formatter::JUnit)",
    report: "prove.xml",
    debian: "libtap-formatter-junit-perl",
    files: {
      "cart.t": `use Test::More tests => 3;
ok(1, "CART-1 adds an item");
ok(0, "CART-2 takes a coupon twice");
SKIP: { skip "CART-3 rounds taxes", 1; }
`,
    },
    command: "prove --formatter TAP::Formatter::JUnit cart.t > prove.xml",
    blurs: "a test that is left out is reported as passed, without its name",
    version: "prove --version",
  },
  {
    name: "Perl's Test::More (TAP)",
    report: "perl.tap",
    debian: "perl",
    files: {
      "cart.t": `use Test::More tests => 3;
ok(1, "CART-1 adds an item");
ok(0, "CART-2 takes a coupon twice");
SKIP: { skip "CART-3 rounds taxes", 1; }
`,
    },
    command: "perl cart.t > perl.tap",
    version: "perl -e 'print $^V'",
  },
  ...JAVA_RUNNERS,
];
