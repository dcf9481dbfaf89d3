// The address that confirms a subscription of Amazon SNS is shown only if it is Amazon's.
import { expect, test } from "vitest";
import { subscribeUrlIn } from "../../../../src/integrations/aws-sns/subscribe-url.ts";
import { templateBodyOf } from "../../../support/samples/template-samples.ts";

const confirmation = (SubscribeURL: unknown, Type = "SubscriptionConfirmation") =>
  JSON.stringify({ Type, TopicArn: "arn:aws:sns:eu-west-1:123456789012:alarms", SubscribeURL });

test("the recorded confirmation has one, other messages have none", () => {
  const body = templateBodyOf("aws-sns-subscription.json").toString();
  expect(subscribeUrlIn(body)).toBe(JSON.parse(body).SubscribeURL);
  expect(subscribeUrlIn(templateBodyOf("aws-sns-alarm.json").toString())).toBeNull();
});

test.each([
  "https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=1",
  "https://sns.us-gov-east-1.amazonaws.com/?Action=ConfirmSubscription",
])("%s is Amazon's", (address) => {
  expect(subscribeUrlIn(confirmation(address))).toBe(address);
});

test.each([
  "http://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription",
  "https://sns.eu-west-1.amazonaws.com.attacker.example/",
  "https://attacker.example/sns.eu-west-1.amazonaws.com",
  "https://sns.eu-west-1.amazonaws.com@attacker.example/",
  "https://me@sns.eu-west-1.amazonaws.com/",
  "https://sns.eu-west-1.amazonaws.com:8443/",
  "https://bucket.s3.amazonaws.com/",
  "https://sns.a.b.amazonaws.com/",
  "https://sns.amazonaws.com/",
  "javascript:alert(1)//sns.eu-west-1.amazonaws.com",
  "",
  7,
  null,
  ["https://sns.eu-west-1.amazonaws.com/"],
])("%j is not", (address) => {
  expect(subscribeUrlIn(confirmation(address))).toBeNull();
});

test.each([
  ["another kind of message", confirmation("https://sns.eu-west-1.amazonaws.com/", "Notification")],
  ["what is no JSON", "SubscriptionConfirmation"],
  ["what is no object", '"SubscriptionConfirmation"'],
  ["nothing", "null"],
  ["what is longer than any confirmation", confirmation(`https://sns.eu-west-1.amazonaws.com/${"a".repeat(20_000)}`)],
])("%s has none", (_what, body) => {
  expect(subscribeUrlIn(body)).toBeNull();
});
