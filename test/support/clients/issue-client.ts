// The issue endpoints as tests use them: every issue that comes back is held against the schema and the contract.
import { expect } from "vitest";
import type { z } from "zod";
import { createKey } from "../../../src/actions/access/change-key.ts";
import { HistoryEntrySchema } from "../../../src/wire/issues/history.ts";
import { IssueSchema } from "../../../src/wire/issues/issue.ts";
import type { Answer, World } from "../server/test-server.ts";

export type IssueData = z.infer<typeof IssueSchema>;
export type HistoryData = z.infer<typeof HistoryEntrySchema>;
type Fields = Record<string, unknown>;
type AppData = { id: string };

export const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

export interface IssueClient {
  /** Raises an issue as a tester, on SIGN-1 unless told; `fields` replace the sample's, undefined leaves one out. */
  raise(app: AppData, fields?: Fields, key?: string): Promise<IssueData>;
  /** Raises several, one after the other; gives their ids, the newest first. */
  raiseMany(app: AppData, count: number, fields?: Fields): Promise<string[]>;
  read(id: string, key?: string): Promise<IssueData>;
  edit(id: string, change: Fields, key?: string): Promise<IssueData>;
  /** Marks fixed as an admin, with the body given or with none. */
  fix(id: string, body?: Fields, key?: string): Promise<IssueData>;
  reopen(id: string): Promise<IssueData>;
  confirm(id: string, body?: Fields, key?: string): Promise<IssueData>;
  /** Says where it belongs, as a tester: by a check, a section, or neither. */
  place(id: string, place: { check?: string; section?: string }, key?: string): Promise<IssueData>;
  list(query?: string, key?: string, address?: string): Promise<{ data: IssueData[]; next_cursor: string | null }>;
  /** The ids of all pages in turn, each page of at most `limit`. */
  walk(query: string, limit: number): Promise<string[]>;
  /** The whole history, newest first. */
  history(id: string): Promise<HistoryData[]>;
  /** The status of a check on each platform, by the check's ref. */
  statuses(app: AppData, check?: string): Promise<Record<string, string>>;
  record(app: AppData, outcome: "passed" | "failed", fields?: Fields): Promise<void>;
  /** Marks the check N/A on just these platforms. */
  markNotApplicable(check: string, platforms: string[]): Promise<void>;
  /** All that the service shows of an app and its issues. */
  snapshot(app: AppData): Promise<unknown>;
  /** An admin key of this name. */
  keyNamed(name: string): Promise<string>;
}

export function issueClientOf(world: World): IssueClient {
  const ok = (answer: Answer, status = 200) => {
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status });
    return answer.body;
  };
  const issueOf = (answer: Answer, status = 200) => {
    const body = ok(answer, status);
    expect(Object.keys(body)).toEqual(["data"]);
    return checked(body.data);
  };
  const raise: IssueClient["raise"] = async (app, fields = {}, key = world.tester) =>
    issueOf(await world.call(key, "POST", "/issues", { ...sampleIssue(app), ...fields }), 201);
  const post = async (key: string, path: string, body?: Fields) => issueOf(await world.call(key, "POST", path, body));
  const list: IssueClient["list"] = async (query = "", key = world.viewer, address = world.address) => {
    const body = ok(await world.callAt(address, key, "GET", `/issues?${query}`));
    expect(Object.keys(body).sort()).toEqual(["data", "next_cursor"]);
    for (const issue of body.data) checked(issue);
    return body;
  };
  const get = async (path: string) => ok(await world.call(world.viewer, "GET", path));
  return {
    raise,
    async raiseMany(app, count, fields) {
      const ids: string[] = [];
      for (let i = 0; i < count; i++) ids.unshift((await raise(app, fields)).id);
      return ids;
    },
    read: async (id, key = world.viewer) => issueOf(await world.call(key, "GET", `/issues/${id}`)),
    edit: async (id, change, key = world.tester) => issueOf(await world.call(key, "PATCH", `/issues/${id}`, change)),
    fix: (id, body, key = world.admin) => post(key, `/issues/${id}/fix`, body),
    reopen: (id) => post(world.admin, `/issues/${id}/fix`, { fixed: false }),
    confirm: (id, body, key = world.tester) => post(key, `/issues/${id}/confirm`, body),
    place: async (id, place, key = world.tester) => issueOf(await world.call(key, "PUT", `/issues/${id}/place`, place)),
    list,
    async walk(query, limit) {
      const ids: string[] = [];
      for (let cursor: string | null = ""; cursor !== null; ) {
        const page = await list(
          `${query}&limit=${limit}${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`,
        );
        expect(page.data.length).toBeLessThanOrEqual(limit);
        ids.push(...page.data.map((issue) => issue.id));
        cursor = page.next_cursor;
      }
      return ids;
    },
    async history(id) {
      const { data } = await get(`/issues/${id}/history?limit=200`);
      return data.map((entry: unknown) => HistoryEntrySchema.parse(entry));
    },
    async statuses(app, check = "SIGN-1") {
      const { data } = await get(`/checks?app=${app.id}&limit=200`);
      const { platforms } = data.find((one: { ref: string }) => one.ref === check);
      return Object.fromEntries(platforms.map((one: { code: string; status: string }) => [one.code, one.status]));
    },
    async record(app, outcome, fields = {}) {
      ok(await world.call(world.tester, "POST", "/results", { app: app.id, check: "SIGN-1", outcome, ...fields }), 201);
    },
    async markNotApplicable(check, platforms) {
      ok(await world.call(world.tester, "PUT", `/checks/${check}/not-applicable`, { platforms }));
    },
    snapshot: async (app) => [
      await get(`/apps/${app.id}`),
      await get(`/issues?app=${app.id}&status=all`),
      await get(`/checks?app=${app.id}`),
    ],
    async keyNamed(name) {
      const input = { workspaceId: world.store.workspace.id, name, role: "admin" as const, apps: null };
      return (await world.store.performer.perform(createKey, input)).token;
    },
  };
}

export function sampleIssue(app: AppData): Fields {
  return { app: app.id, check: "SIGN-1", text: "It does not work" };
}

/** Built from two code repositories, so that its issues can be fixed platform by platform. */
export function severalRepositories() {
  const platforms = ["ios", "android", "web"].map((code) => ({ code, label: code }));
  const repositories = [
    { repo: "example/mobile", platforms: ["ios", "android"] },
    { repo: "example/web", platforms: ["web"] },
  ];
  return { platforms, repositories };
}

/** Expects the one error shape, with this status and code; gives the message. */
export function refused(answer: Answer, status: number, code: string): string {
  expect({ status: answer.status, body: answer.body }).toEqual({
    status,
    body: { error: { code, message: expect.any(String) } },
  });
  expect(answer.body.error.message).not.toBe("");
  return answer.body.error.message;
}

/** Holds an issue against the schema and against what the contract says of its fields together. */
function checked(value: unknown): IssueData {
  const issue = IssueSchema.parse(value);
  expect(issue).toEqual(value);
  const times = [issue.raised_at, issue.edited_at, issue.fixed_at, issue.confirmed_fixed_at];
  for (const time of [...times, ...issue.fixed_on.map((fix) => fix.fixed_at)]) {
    if (time !== null) expect(time).toMatch(TIMESTAMP);
  }
  expect(issue.all_platforms).toBe(issue.platforms.length === 0);
  expect(new Set(issue.platforms).size).toBe(issue.platforms.length);
  expect(issue.edited_at === null).toBe(issue.edited_by === null);
  expect([issue.fixed_by === null, issue.fixed_at === null]).toEqual(Array(2).fill(issue.status === "open"));
  expect(issue.confirmed_fixed_at === null).toBe(issue.confirmed_fixed_by === null);
  if (issue.status === "fixed") expect(issue.still_open_on).toEqual([]);
  const fixedOn = issue.fixed_on.map((fix) => fix.platform);
  expect(issue.still_open_on.filter((code) => fixedOn.includes(code))).toEqual([]);
  if (issue.check !== null) expect(issue.section_id).toBeNull();
  return issue;
}
