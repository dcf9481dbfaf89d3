// Names of people: no two look alike, and whoever can't be asked gets a number.
import { describe, expect, test } from "vitest";
import { addUntilFree, isNameTaken } from "../../../../src/domain/access/person-name.ts";

describe("a person's name", () => {
  test("is taken by whoever is called so, or nearly so", () => {
    expect(isNameTaken("Ada  King", ["ada king"])).toBe(true);
    for (const one of ["Ada", "ADA", "Adа"]) expect(isNameTaken(one, ["Bea", "Ada"])).toBe(true);
    expect(isNameTaken("Adam", ["Bea", "Ada"])).toBe(false);
  });

  test("gets the first number that is free, and stays within its length", () => {
    expect(addUntilFree("Ada", ["Bea"])).toBe("Ada");
    expect(addUntilFree("Ada", ["ada"])).toBe("Ada (2)");
    expect(addUntilFree("Ada", ["Ada", "Ada (2)"])).toBe("Ada (3)");
    const long = "x".repeat(200);
    expect(addUntilFree(long, [long])).toBe(`${"x".repeat(196)} (2)`);
  });
});
