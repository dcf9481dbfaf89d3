// Sentences that have somebody's words in them.
import { expect, test } from "vitest";
import { plainOrder } from "../../../web/src/interaction/plain-order.ts";

test("characters that turn the direction of what follows are left out of a sentence, letters of every script stay", () => {
  expect(plainOrder("Archived “\u202egnp.exe”.")).toBe("Archived “gnp.exe”.");
  expect(plainOrder("\u2067a\u2069 \u2066b \u200fשלום مرحبا\u061c")).toBe("a b שלום مرحبا");
});
