// What may be chosen for a password.
import { describe, expect, test } from "vitest";
import { ownPasswordProblem, passwordProblem } from "../../../../src/domain/access/password.ts";
import { STOLEN_HASHES } from "../../../../src/domain/access/stolen-password-hashes.ts";

const INES = { name: "Ines Duarte", email: "ines.duarte@harbour-shop.example" };

describe("a new password", () => {
  test.each([
    ["nine char", "at least 10 characters"],
    ["x".repeat(129), "at most 128 characters"],
    ["          ", "same few characters"],
    ["\u2003".repeat(12), "same few characters"],
    ["\u200b".repeat(12), "same few characters"],
    ["aaaaaaaaaaaa", "same few characters"],
    ["1212121212", "same few characters"],
    ["1234567890", "no letters"],
    ["0987654321", "no letters"],
    ["1029384756", "no letters"],
    ["+351 912 345 678", "no letters"],
    ["1234-5678-90", "no letters"],
    ["6-1-8-0-3-3-9-8-8-7-4", "no letters"],
    ["(618) - 033 - 988 - 749 - 89", "no letters"],
    ["12345678901234567890", "keyboard"],
    ["abcdefghij", "keyboard"],
    ["qwertyuiop", "keyboard"],
    ["QwertyUiop1", "keyboard"],
    ["qwerty123456", "keyboard"],
    ["1q2w3e4r5t6y", "keyboard"],
    ["1qaz2wsx3edc", "keyboard"],
    ["qazwsxedcrfv", "keyboard"],
    ["asdfghjkl;'", "keyboard"],
    ["aaabbbcccddd111", "keyboard"],
    ["abcd1abcd1abcd1", "keyboard"],
    ["password123", "common"],
    ["Password123!", "common"],
    ["P@ssw0rd2026", "common"],
    ["passwordpassword", "common"],
    ["pass-word-12", "common"],
    ["\uff50assword123", "common"],
    ["iloveyou1234", "common"],
    ["letmein12345", "common"],
    ["welcome2026!", "common"],
    ["Summer2026!!", "common"],
    ["administrator1", "common"],
    ["123football123", "common"],
    ["basketball", "common"],
    ["Jennifer2026", "common"],
    ["chocolate1!", "common"],
    ["a1b2c3d4e5", "common"],
    ["ghjcnjgfhjkm", "common"],
    ["3rjs1la7qe", "common"],
    ["motdepasse1", "common"],
    ["thisismypassword", "common"],
    ["correct horse battery staple", "common"],
    ["startfinding", "stolen"],
    ["SleepyHollow", "stolen"],
    ["southside1", "stolen"],
    ["yuantuo2012", "stolen"],
    ["1v7Upjw3nT", "stolen"],
    ["PE#5GZ29PTZMSE", "stolen"],
    ["demon1q2w3e4r5t", "stolen"],
  ])("refuses %j and says why", (password, why) => {
    expect(passwordProblem(password)).toContain(why);
  });

  test.each([
    "correct horse battery",
    "a password of ten",
    "another password",
    "staple that battery",
    "Tr0ub4dor&3 twice",
    "wo die Zitronen blühn",
    "v9$Kq!2mZx",
    "f3a91c0b77",
    "61803398874989484820",
    "почта летит домой",
    "正確な馬の電池を使う人",
    "x7".repeat(3) + "-quarry-lamp",
    "long".padEnd(128, " quarry lamp seven"),
  ])("takes %j", (password) => {
    expect(passwordProblem(password)).toBeNull();
    expect(ownPasswordProblem(password, INES)).toBeNull();
  });

  test.each([
    "Ines Duarte",
    "inesduarte2026",
    "duarte-ines-1",
    "InesInesInes",
    "ines.duarte@harbour-shop.example",
    "ines.duarte!!",
    "harbourshop1",
    "retest retest",
    "Retest12345",
    "retest-ines-pw",
    "retestpassword",
  ])("refuses %j to Ines, whose name, address or tool it is made of", (password) => {
    expect(ownPasswordProblem(password, INES)).toContain("your name");
  });

  test("is held against more stolen ones that no rule would refuse than a guesser tries first", () => {
    const hashes = STOLEN_HASHES.match(/[\w-]{6}/g)!;
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(hashes.length).toBeGreaterThan(7_000);
    expect(STOLEN_HASHES).toMatch(/^\n(?:(?:[\w-]{6})+\n)+$/);
  });

  test("says what would be right", () => {
    expect(passwordProblem("password123")).toContain("choose a few words that don't belong together");
  });

  test("holds for somebody of whom nothing is known yet", () => {
    expect(ownPasswordProblem("quarry lamp seven", { name: "", email: "" })).toBeNull();
    expect(ownPasswordProblem("retest123456", { name: "", email: "" })).not.toBeNull();
  });
});
