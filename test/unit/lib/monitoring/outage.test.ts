// An outage in the log: when it begins, once a minute while it goes on, when it is over, however many are refused.
import { beforeEach, expect, test } from "vitest";
import { Outage, type Watch } from "../../../../src/lib/monitoring/outage.ts";

const SECOND = 1_000;
let now: number;
let lines: [level: string, text: string, facts: Record<string, unknown>][];
let outage: Outage;
let reading: Watch;
let writing: Watch;

beforeEach(() => {
  now = 50;
  lines = [];
  const log = (level: string) => (facts: object, text: string) => void lines.push([level, text, { ...facts }]);
  outage = new Outage({ error: log("error"), warn: log("warn") }, () => now);
  reading = outage.watch("reading");
  writing = outage.watch("writing");
});

const texts = () => lines.map(([, text]) => text);
const BEGAN = "the database fails: requests that need it are refused until it works again";
const GOES_ON = "the database still fails";
const OVER = "the database works again";

test("as long as everything works nothing is said", () => {
  reading.worked();
  writing.worked();
  expect(lines).toEqual([]);
  expect([outage.isOn("reading"), outage.isFailing("reading")]).toEqual([false, false]);
});

test("however many fail, it is told once that it began, with what lies behind the first", () => {
  const cause = new Error("ECONNREFUSED");
  for (let i = 0; i < 500; i++) reading.failed(new Error("unavailable", { cause }));
  expect(lines).toEqual([["error", BEGAN, { part: "reading", err: cause }]]);
});

test("a cause that comes as a text is told beside the error", () => {
  const error = new Error("unavailable", { cause: "disk full" });
  writing.failed(error);
  expect(lines[0]![2]).toEqual({ part: "writing", err: error, detail: "disk full" });
});

test("while it goes on it is told once a minute, with how many have failed", () => {
  for (let second = 0; second < 150; second++) {
    reading.failed(new Error("away"));
    writing.failed(new Error("away"));
    now += SECOND;
  }
  expect(texts()).toEqual([BEGAN, GOES_ON, GOES_ON]);
  expect(lines.slice(1).map(([, , facts]) => facts)).toEqual([
    { parts: ["reading", "writing"], failures: 121, seconds: 60 },
    { parts: ["reading", "writing"], failures: 241, seconds: 120 },
  ]);
});

test("when it works again that is told once, with how many failed and for how long", () => {
  for (let i = 0; i < 7; i++) reading.failed(new Error("away"));
  now += 30 * SECOND;
  for (let i = 0; i < 3; i++) reading.worked();
  expect(lines.slice(1)).toEqual([["warn", OVER, { failures: 7, seconds: 30 }]]);
  reading.failed(new Error("away"));
  expect(texts()).toEqual([BEGAN, OVER, BEGAN]);
});

test("one that works between others that fail does not end it", () => {
  for (let i = 0; i < 100; i++) {
    reading.failed(new Error("away"));
    expect(outage.isFailing("reading")).toBe(true);
    now += SECOND / 2;
    reading.worked();
    expect([outage.isFailing("reading"), outage.isOn("reading")]).toEqual([false, true]);
    now += SECOND / 2;
  }
  expect(texts()).toEqual([BEGAN, GOES_ON]);
});

test("it is over when each part that failed works again: reading does not speak for writing", () => {
  writing.failed(new Error("full"));
  reading.failed(new Error("full"));
  now += 10 * SECOND;
  reading.worked();
  expect([outage.isOn("reading"), outage.isOn("writing")]).toEqual([false, true]);
  expect(texts()).toEqual([BEGAN]);
  writing.worked();
  expect(texts()).toEqual([BEGAN, OVER]);
});
