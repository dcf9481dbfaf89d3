// Where Slack is answered afterwards.
import { expect, test } from "vitest";
import { responseUrl } from "../../../../src/integrations/slack/response-url.ts";

const OWN = "https://chat.lan:8065/hooks/abc";

test.each([
  "https://hooks.slack.com/app/T1/2/3",
  "https://hooks.slack.com:443/commands/x",
  "https://hooks.slack-gov.com/actions/x",
  "https://chat.lan:8065/hooks/commands/x",
])("%s is called", (address) => {
  expect(responseUrl(address, OWN)).toBe(address);
});

test.each([
  "http://hooks.slack.com/x",
  "https://hooks.slack.com:8443/x",
  "https://hooks.slack.com.evil.example/x",
  "https://evil.example/hooks.slack.com",
  "https://hooks.slack.com@evil.example/x",
  "https://chat.lan/hooks/x",
  "http://chat.lan:8065/hooks/x",
  "http://127.0.0.1:8080/x",
  "ftp://hooks.slack.com/x",
  "",
])("%j is not", (address) => {
  expect(responseUrl(address, OWN)).toBeNull();
  expect(responseUrl(address, undefined)).toBeNull();
});
