// What single fields take.
import { expect, test } from "vitest";
import { personEmail } from "../../../src/wire/fields.ts";

test("an e-mail address has up to 254 characters as it is kept, in small letters", () => {
  const end = "@example.com";
  const long = "A".repeat(254 - end.length);
  expect(personEmail.parse(long + end)).toBe(long.toLowerCase() + end);
  // This letter is two characters once it is small.
  expect("İ".toLowerCase()).toHaveLength(2);
  expect(personEmail.safeParse(`İ${long.slice(1)}${end}`).success).toBe(false);
  expect(personEmail.parse(`İ${long.slice(2)}${end}`)).toHaveLength(254);
});
