// Who may do what: roles are ordered, a reach is a workspace and some or all of its apps.
import { describe, expect, test } from "vitest";
import { type Actor, actorLabel, raisedBy } from "../../../../src/domain/access/actor.ts";
import { viaOf } from "../../../../src/domain/access/channel.ts";
import {
  hasRole,
  type Reach,
  type Role,
  reaches,
  requireRole,
  requireUnscoped,
} from "../../../../src/domain/access/grant.ts";
import { faultOf } from "../../../support/checks/fault-of.ts";

describe("roles are ordered viewer, tester, admin", () => {
  const ROWS: [role: Role, needed: Role, enough: boolean][] = [
    ["viewer", "viewer", true],
    ["viewer", "tester", false],
    ["viewer", "admin", false],
    ["tester", "viewer", true],
    ["tester", "tester", true],
    ["tester", "admin", false],
    ["admin", "viewer", true],
    ["admin", "tester", true],
    ["admin", "admin", true],
  ];
  test.each(ROWS)("a %s where a %s is needed: %s", (role, needed, enough) => {
    expect(hasRole(role, needed)).toBe(enough);
    const fault = faultOf(() => requireRole({ role, reach: all }, needed));
    expect(fault?.code).toBe(enough ? undefined : "forbidden");
    if (!enough) expect(fault!.message).toContain(needed);
  });
});

const all: Reach = { workspaceId: "w1", apps: null };

describe("a reach", () => {
  const ROWS: [sentence: string, reach: Reach, app: { workspaceId: string; id: string }, reached: boolean][] = [
    ["without a scope holds every app of its workspace", all, { workspaceId: "w1", id: "a" }, true],
    ["without a scope holds no app of another workspace", all, { workspaceId: "w2", id: "a" }, false],
    ["with a scope holds an app it names", { ...all, apps: ["a", "b"] }, { workspaceId: "w1", id: "b" }, true],
    ["with a scope holds no other app", { ...all, apps: ["a", "b"] }, { workspaceId: "w1", id: "c" }, false],
    ["with a scope holds no named app elsewhere", { ...all, apps: ["a"] }, { workspaceId: "w2", id: "a" }, false],
    ["with an empty scope holds nothing", { ...all, apps: [] }, { workspaceId: "w1", id: "a" }, false],
  ];
  test.each(ROWS)("%s", (_sentence, reach, app, reached) => expect(reaches(reach, app)).toBe(reached));
});

test.each([
  ["every app", null, undefined],
  ["some apps", ["a"], "forbidden"],
  ["no app", [], "forbidden"],
])("what concerns the workspace, for an admin who reaches %s", (_sentence, apps, code) => {
  expect(faultOf(() => requireUnscoped({ role: "admin", reach: { workspaceId: "w1", apps } }))?.code).toBe(code);
});

describe("who did something", () => {
  const key: Actor = { name: "CI", channel: "api", role: "tester", reach: all };
  const person: Actor = { ...key, name: "Ann", channel: "interface" };
  const NAMES: [sentence: string, shown: string, expected: string][] = [
    ["a key reads `<key name> via API`", actorLabel(key), "CI via API"],
    ["a person reads by the plain name", actorLabel(person), "Ann"],
    ["an issue without a reporter names the key", raisedBy(key, null), "CI via API"],
    ["an issue with a reporter names the reporter", raisedBy(key, { name: "Bo" }), "Bo via API"],
  ];
  test.each(NAMES)("%s", (_sentence, shown, expected) => expect(shown).toBe(expected));

  test("an issue raised by a key came via api, one from the own interface via nothing", () => {
    expect([viaOf(key), viaOf(person)]).toEqual(["api", null]);
  });
});
