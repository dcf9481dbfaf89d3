// Addresses as they are written: one spelling for each.
import { expect, test } from "vitest";
import { addressBytes, writtenAddress } from "../../../../src/lib/network/address-range.ts";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::ffff:cb00:7107", "203.0.113.7"],
  ["2001:0DB8:0000:0000:0000:0000:0000:0001", "2001:db8::1"],
  ["::1", "::1"],
  ["::", "::"],
  ["fe80::1:2:3:4", "fe80::1:2:3:4"],
])("%s is written %s", (given, written) => {
  expect(writtenAddress(addressBytes(given)!)).toBe(written);
});
