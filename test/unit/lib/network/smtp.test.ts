// How mail servers are greeted.
import { expect, test } from "vitest";
import { greetingName } from "../../../../src/lib/network/smtp.ts";

test.each([
  ["retest.example.com", "retest.example.com"],
  ["localhost", "localhost"],
  ["10.0.0.5", "[10.0.0.5]"],
  ["[::1]", "[IPv6:::1]"],
])("a server at %s greets as %s", (host, name) => {
  expect(greetingName(host)).toBe(name);
});
