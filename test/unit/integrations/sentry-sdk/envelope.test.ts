// Envelopes of Sentry's SDKs, right and wrong.
import { describe, expect, test } from "vitest";
import { Fault } from "../../../../src/domain/fault.ts";
import { readEnvelope } from "../../../../src/integrations/sentry-sdk/envelope.ts";

const ID = "9ec79c33ec9942ab8353589fcb2e04dc";
const EVENT = '{"message":"Größe"}';
const BYTES = Buffer.byteLength(EVENT);
const HEAD = `{"event_id":"${ID}"}`;

const eventIn = (text: string) => readEnvelope(Buffer.from(text)).event?.toString() ?? null;

describe("what is read", () => {
  test.each([
    ["an event whose length is said", `${HEAD}\n{"type":"event","length":${BYTES}}\n${EVENT}\n`],
    ["an event up to the end of its line", `${HEAD}\n{"type":"event"}\n${EVENT}\n`],
    ["an event without a line break after it", `${HEAD}\n{"type":"event","length":${BYTES}}\n${EVENT}`],
    [
      "an event after others",
      `${HEAD}\n{"type":"session"}\n{}\n{"type":"attachment","length":3}\n\n\n\n\n{"type":"event"}\n${EVENT}`,
    ],
    ["the first of two events", `${HEAD}\n{"type":"event"}\n${EVENT}\n{"type":"event"}\n{"message":"b"}\n`],
    ["an event with empty lines after it", `${HEAD}\n{"type":"event"}\n${EVENT}\n\n\r\n`],
  ])("%s", (_what, text) => {
    expect(eventIn(text)).toBe(EVENT);
    expect(readEnvelope(Buffer.from(text)).eventId).toBe(ID);
  });

  test.each([
    ["nothing but the first line", "{}"],
    ["a transaction", `{}\n{"type":"transaction","length":2}\n{}`],
    ["items of kinds that nobody knows", `{}\n{"type":"later"}\n\n{"type":"even later","length":0}\n`],
  ])("no event: %s", (_what, text) => {
    expect(eventIn(text)).toBeNull();
  });
});

describe("what is refused in words", () => {
  test.each([
    ["", "first line"],
    ["\n{}", "first line"],
    ["[]", "first line is no JSON object"],
    ["{", "first line"],
    [`{}\n{"type":"event","length":99}\n{}`, "longer than what follows"],
    [`{}\n{"type":"event","length":1}\n{}`, "goes on after the length"],
    [`{}\n{"type":"event","length":-1}\n{}`, "no number of bytes"],
    [`{}\n{"type":"event","length":1.5}\n{}`, "no number of bytes"],
    [`{}\n{"type":"event","length":"2"}\n{}`, "no number of bytes"],
    [`{}\n{"type":"event","length":1e300}\n{}`, "longer than what follows"],
    ["{}\nno item", "line about item 1"],
    ["{}\n7\n{}", "line about item 1 is no JSON object"],
    [`{}\n{"type":"${"x".repeat(3_000)}"}\n{}`, "2,048 bytes"],
    [`{"a":"${"x".repeat(20_000)}"}`, "16,384 bytes"],
    ["\ufeff\ud800{}", "first line"],
  ])("%j", (text, why) => {
    const read = () => readEnvelope(Buffer.from(text));
    expect(read).toThrow(Fault);
    expect(read).toThrow(why);
  });

  test("more than 1,000 items", () => {
    const items = (count: number) => Buffer.from(`{}\n${'{"type":"session"}\n{}\n'.repeat(count)}`);
    expect(readEnvelope(items(1_000)).event).toBeNull();
    expect(() => readEnvelope(items(1_001))).toThrow("more than 1,000 items");
  });
});
