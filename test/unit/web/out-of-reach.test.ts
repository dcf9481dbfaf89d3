import { expect, test } from "vitest";
import { privateAddress } from "../../../web/src/components/secret/private-address.ts";

test.each([
  "http://localhost:3000/api",
  "https://retest.localhost/api",
  "https://127.0.0.1/api",
  "https://[::1]/api",
  "https://[fd00::1]/api",
  "https://10.1.2.3/api",
  "https://192.168.0.5/api",
  "https://172.20.0.5/api",
  "https://retest.lan/api",
  "https://retest/api",
  "https://retest.internal./api",
])("tools on the internet can't reach %s", (url) => {
  expect(privateAddress(url)).toContain("RETEST_BASE_URL");
});

test("a public address without https is warned about", () => {
  expect(privateAddress("http://retest.example.com/api")).toContain("http://");
});

test.each(["https://retest.example.com/api", "https://172.32.0.5/api", "https://8.8.4.4/api"])(
  "nothing is said about %s",
  (url) => {
    expect(privateAddress(url)).toBeNull();
  },
);
