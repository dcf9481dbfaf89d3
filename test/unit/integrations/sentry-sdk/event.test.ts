// What an event of Sentry's SDKs reports, and when two are the same error.
import { describe, expect, test } from "vitest";
import { fromSdkEvent, isError } from "../../../../src/integrations/sentry-sdk/event.ts";

const frame = (more: object = {}) => ({
  function: "openNote",
  filename: "https://app.example.com/assets/app.3f2a9c1b.js?v=2",
  lineno: 1,
  colno: 4711,
  in_app: true,
  ...more,
});
const LIBRARY = frame({ function: "dispatch", filename: "https://cdn.example.com/vendor.js", in_app: false });
const thrown = (type: string, value: string, frames: object[] | null = [LIBRARY, frame()]) => ({
  exception: { values: [{ type, value, ...(frames === null ? {} : { stacktrace: { frames } }) }] },
});
const idOf = (event: object) => fromSdkEvent(event).item.externalId;

test("levels below error report nothing, and an event without a level is an error", () => {
  expect([{}, { level: "error" }, { level: "FATAL" }].map(isError)).toEqual([true, true, true]);
  expect([{ level: "critical" }, { level: 40 }, { level: 50 }].map(isError)).toEqual([true, true, true]);
  expect([{ level: 30 }, { level: 20 }].map(isError)).toEqual([false, false]);
  const others = [{ level: "warning" }, { level: "info" }, { level: "log" }, { type: "transaction" }];
  expect(others.map(isError)).toEqual([false, false, false, false]);
});

describe("the wording", () => {
  test("an error: its kind and message, then where it was thrown", () => {
    const event = {
      ...thrown("TypeError", "x is undefined"),
      transaction: "/notes/:id",
      release: "web@4.2",
      environment: "live",
    };
    expect(fromSdkEvent({ ...event, request: { url: "https://app.example.com/notes/7" } })).toMatchObject({
      title: "TypeError: x is undefined",
      description:
        "/notes/:id\n\nat openNote (https://app.example.com/assets/app.3f2a9c1b.js?v=2:1:4711)\n\nRelease: web@4.2\nEnvironment: live",
      page: "https://app.example.com/notes/7",
    });
  });

  test("the last of several errors, in the shape of older SDKs, too", () => {
    const values = [{ type: "Cause", value: "a" }, { type: "Outer", value: "b" }, null];
    expect(fromSdkEvent({ exception: { values } }).title).toBe("Outer: b");
    expect(fromSdkEvent({ exception: values }).title).toBe("Outer: b");
    expect(fromSdkEvent({ exception: { type: "Only", value: "c" } }).title).toBe("Only: c");
  });

  test.each([
    [{ message: "Queue is full" }, "Queue is full"],
    [{ message: { formatted: "Queue 7 is full", message: "Queue %s is full" } }, "Queue 7 is full"],
    [{ logentry: { message: "Queue is full" } }, "Queue is full"],
    [{ logentry: { message: "Queue %s has %d of {}", params: ["in", 7] } }, "Queue in has 7 of {}"],
    [{ message: { message: "100 %s done", params: [null] } }, "100 %s done"],
    [thrown("", "no type"), "no type"],
    [thrown("OnlyType", ""), "OnlyType"],
    [{ transaction: "GET /" }, "GET /"],
    [{}, "An error without a message"],
    [{ exception: 7, message: [], logentry: null, transaction: {} }, "An error without a message"],
  ])("%j", (event, title) => {
    expect(fromSdkEvent(event).title).toBe(title);
  });
});

describe("the same error", () => {
  const own = idOf(thrown("TypeError", "x"));

  test.each([
    ["another message", thrown("TypeError", "y")],
    [
      "another line, build and host",
      thrown("TypeError", "x", [frame({ lineno: 9, filename: "https://b.example/assets/app.77aa01bc.js" })]),
    ],
    ["another library below", thrown("TypeError", "x", [frame({ function: "b", in_app: false }), frame()])],
    ["a fingerprint that is the default", { ...thrown("TypeError", "x"), fingerprint: ["{{ default }}"] }],
    ["a fingerprint without words", { ...thrown("TypeError", "x"), fingerprint: [null, {}] }],
  ])("in spite of %s", (_what, event) => {
    expect(idOf(event)).toBe(own);
  });

  test.each([
    ["another kind", thrown("RangeError", "x")],
    ["another function", thrown("TypeError", "x", [frame({ function: "closeNote" })])],
    ["another file", thrown("TypeError", "x", [frame({ filename: "https://app.example.com/assets/other.js" })])],
    ["a fingerprint of its own", { ...thrown("TypeError", "x"), fingerprint: ["{{ default }}", "eu"] }],
    ["no stack", thrown("TypeError", "x", null)],
  ])("is another one by %s", (_what, event) => {
    expect(idOf(event)).not.toBe(own);
  });

  test("a fingerprint alone decides, whatever was thrown", () => {
    const given = { fingerprint: ["database-down", 7] };
    expect(idOf({ ...thrown("A", "a"), ...given })).toBe(idOf({ ...thrown("B", "b"), ...given }));
  });

  test("functions without names are told apart by their lines", () => {
    const at = (lineno: number) => idOf(thrown("E", "x", [frame({ function: "?", lineno })]));
    expect(at(1)).not.toBe(at(2));
  });

  test("without a stack, numbers and ids in the message make no other error", () => {
    const said = (value: string) => idOf(thrown("E", value, null));
    expect(said("user 41 of 9ec79c33-ec99")).toBe(said("user 7 of 1234abcd-0001"));
    expect(said("user 41")).not.toBe(said("order 41"));
    expect(idOf({ logentry: { message: "Queue %s", formatted: "Queue a" } })).toBe(
      idOf({ logentry: { message: "Queue %s", formatted: "Queue b" } }),
    );
  });
});
