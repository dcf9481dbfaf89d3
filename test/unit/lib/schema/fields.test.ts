// What the schemas say when something is too short, too long, too few or too many.
import { expect, test } from "vitest";
import * as z from "zod";
import { listOf, lookupName } from "../../../../src/lib/schema/fields.ts";

test.each([
  ["an empty name", lookupName, "", "can't be empty"],
  ["a long name", lookupName, "x".repeat(4_097), "too long: at most 4096 characters"],
  ["an empty list", listOf(z.string(), 200, 1), [], "the list can't be empty"],
  ["a long list", listOf(z.string(), 2), ["a", "b", "c"], "too many: at most 2 entries"],
  ["an empty entry", listOf(lookupName, 2), ["a", ""], "can't be empty"],
  ["a small number", z.number().min(1), 0, "expected 1 or more"],
  ["a large number", z.number().max(100), 101, "expected 100 or less"],
  ["a schema with words of its own", z.string().min(10, "expected ten letters"), "x", "expected ten letters"],
])("%s is refused in plain words", (_, schema, value, message) => {
  expect(schema.safeParse(value).error!.issues[0]!.message).toBe(message);
});
