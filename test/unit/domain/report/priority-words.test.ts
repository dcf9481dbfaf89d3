// The words and numbers by which other tools say how bad something is.
import { describe, expect, test } from "vitest";
import { priorityOf } from "../../../../src/domain/report/priority-words.ts";

describe("a word for a priority", () => {
  test.each([
    ["urgent", ["urgent", "critical", "fatal", "P1", "1", "50"]],
    ["high", ["high", "error", "P2", "2", "40"]],
    ["medium", ["medium", "warning", "P3", "3", "30"]],
    ["low", ["low", "info", "P4", "P5", "4", "5", "20", "10"]],
  ])("%s: %j", (priority, words) => expect(words.map(priorityOf)).toEqual(words.map(() => priority)));

  test("a number counts by its value, however it is written", () => {
    expect(["1.0", "40.0", "4e1", " 3.00 ", "0.5e1"].map(priorityOf)).toEqual([
      ...["urgent", "high", "high", "medium", "low"],
    ]);
  });

  test.each(["URGENT", "Critical", " fatal\n", "p1", "eRRoR"])(
    "%j counts in any case and with space around",
    (word) => {
      expect(priorityOf(word)).not.toBeNull();
    },
  );

  test.each([
    ...["", " ", "warn", "debug", "major", "minor", "emergency", "Sev1", "S1", "normal", "0", "6", "60", "P0", "P6"],
    ...[
      "40.1",
      "1e400",
      "0x1",
      "1.",
      "+40",
      "040",
      "high priority",
      "constructor",
      "__proto__",
      "toString",
      "urgent,high",
      "４０",
    ],
    "x".repeat(1_000_000),
  ])("%.40j is none", (word) => expect(priorityOf(word)).toBeNull());
});
