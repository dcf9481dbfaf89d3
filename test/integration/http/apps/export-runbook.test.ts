// Exporting a runbook: the same bytes each time, and importing them again changes nothing.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readCsv } from "../../../../src/lib/formats/csv.ts";
import { dataOf } from "../../../support/checks/route-table.ts";
import { createWorld, DATABASES, type World } from "../../../support/server/test-server.ts";

const FORMATS = ["yaml", "json", "csv"] as const;
const TYPES = { yaml: "application/yaml", json: "application/json", csv: "text/csv" };

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(kind);
  });
  afterAll(async () => {
    expect(await world.problems()).toEqual([]);
    await world.close();
  });

  const exported = async (app: string, format: string) => {
    const response = await fetch(`${world.address}/api/v1/apps/${app}/export?format=${format}`, {
      headers: { authorization: `Bearer ${world.viewer}` },
    });
    expect(response.status).toBe(200);
    return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const imported = async (bytes: Buffer, format: (typeof FORMATS)[number], query: string) => {
    const type = { "content-type": TYPES[format] };
    const { status, body } = await world.call(world.admin, "POST", `/apps/import${query}`, bytes, type);
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    return body.data;
  };

  test.each([
    ["yaml", "application/yaml; charset=utf-8"],
    ["json", "application/json; charset=utf-8"],
    ["csv", "text/csv; charset=utf-8; header=present"],
  ])("%s is an attachment of type %s that bears the app's name", async (format, type) => {
    const { id, name } = await world.app({ name: `Löwe "${format}" (${kind})/1` });
    const { headers } = await exported(id, format);
    expect(headers.get("content-type")).toBe(type);
    const disposition = headers.get("content-disposition")!;
    expect(disposition).toMatch(
      new RegExp(`^attachment; filename="L-we-${format}-${kind}-1\\.${format}"; filename\\*=UTF-8''`),
    );
    expect(decodeURIComponent(disposition.split("''")[1]!)).toBe(`${name}.${format}`);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("yaml is what is given when no format is asked for, and another one is refused", async () => {
    const { id } = await world.app();
    const plain = await fetch(`${world.address}/api/v1/apps/${id}/export`, {
      headers: { authorization: `Bearer ${world.viewer}` },
    });
    expect(await plain.text()).toBe((await exported(id, "yaml")).bytes.toString());
    expect((await world.call(world.viewer, "GET", `/apps/${id}/export?format=xml`)).status).toBe(400);
  });

  test("the table shows each status, and formulas are defused in it", async () => {
    const { id } = await world.app({
      sections: [
        {
          ref: "=S",
          title: "@S",
          checks: [{ ref: "-1", title: "=1+1", instructions: "＝x", not_applicable: ["ios"] }],
        },
      ],
    });
    await dataOf(world, "POST", "/results", { app: id, check: "-1", outcome: "passed" });
    const text = (await exported(id, "csv")).bytes.toString();
    expect(text).toBe(
      "\ufeffsection_ref,section,ref,title,instructions,not_applicable,status:ios,status:android\r\n'=S,'@S,'-1,'=1+1,'＝x,ios,not_applicable,passed\r\n",
    );
    expect((await imported(Buffer.from(text), "csv", `?app=${id}&prune=true`)).plan).toEqual([]);
  });

  const word = fc.oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }),
    fc.string({
      unit: fc.constantFrom("a", " ", "=", "'", '"', ",", ";", ":", "#", "-", "\\", "\n", "\r", "\t", "|", "1"),
      minLength: 1,
      maxLength: 12,
    }),
    fc.constantFrom(
      "yes",
      "null",
      "~",
      "1.10",
      "=cmd|' /C calc'!A0",
      "- x",
      "a: b",
      "{}",
      "*a",
      "&a",
      "!t",
      "%",
      "@",
      "`",
      "\u2028x",
      "\ufeffx",
    ),
  );
  const named = word.filter((text) => /[^\s\p{C}]/u.test(text)).map((text) => `${text}.`);
  const marked = fc.subarray(["ios", "it's", "a b"]);
  const check = fc.record(
    { title: named, instructions: fc.tuple(named, named).map((lines) => lines.join("\n")), not_applicable: marked },
    { requiredKeys: ["title"] },
  );
  const section = fc.record({ title: named, checks: fc.array(check, { maxLength: 4 }) });
  const runbook = fc.record({
    mode: fc.constantFrom("testing", "live"),
    platforms: fc.tuple(named).map(([label]) => [{ code: "ios", label }, { code: "it's" }, { code: "a b" }]),
    repositories: fc.constantFrom([], [{ repo: "- r", platforms: ["a b", "ios"] }]),
    sections: fc.array(section, { maxLength: 4 }),
  });

  test("whatever a runbook says, every format brings it back unchanged, byte for byte", async () => {
    await fc.assert(
      fc.asyncProperty(runbook, async (fields) => {
        const { id } = await world.app(fields);
        const before = await dataOf(world, "GET", `/apps/${id}`);
        for (const format of FORMATS) {
          const { bytes } = await exported(id, format);
          const done = await imported(bytes, format, `?app=${id}&prune=true`);
          expect(done.plan, bytes.toString()).toEqual([]);
          expect((await exported(id, format)).bytes.equals(bytes)).toBe(true);
        }
        expect(await dataOf(world, "GET", `/apps/${id}`)).toEqual(before);
      }),
      { numRuns: 15 },
    );
  });

  test("other readers find the same in all three", async () => {
    const { id } = await world.app();
    const [yaml, json, csv] = await Promise.all(
      FORMATS.map(async (format) => (await exported(id, format)).bytes.toString()),
    );
    expect(parse(yaml!)).toEqual(JSON.parse(json!));
    expect(readCsv(csv!.slice(1)).map((row) => row[2]!.text)).toEqual(["ref", "SIGN-1", "SIGN-2", "PAY-1"]);
  });

  test("an export makes a copy under another name", async () => {
    const { id, name } = await world.app();
    const copy = (await exported(id, "yaml")).bytes
      .toString()
      .replace(name, `${name} copy`)
      .replace(/prefix: .*\n/, "");
    const { app, created } = await imported(Buffer.from(copy), "yaml", "");
    expect(created).toBe(true);
    const strip = (text: string) => text.replace(/prefix: .*\n/, "");
    expect(strip((await exported(app.id, "yaml")).bytes.toString())).toBe(copy);
  });

  test("10,000 checks on two platforms are created, changed, moved about and exported in a few seconds", async () => {
    const file = (reverse: boolean, suffix: string) => {
      const sections = Array.from({ length: 10 }, (_, s) => {
        const checks = Array.from({ length: 1_000 }, (_, c) => {
          const title = `Check ${c} of section ${s}${suffix}`;
          return {
            ref: `C-${s}-${c}`,
            title,
            instructions: "Open it,\nlook at it.",
            ...(c % 10 === 0 ? { not_applicable: ["a"] } : {}),
          };
        });
        return { ref: `S-${s}`, title: `Section ${s}`, checks: reverse ? checks.reverse() : checks };
      });
      return Buffer.from(
        JSON.stringify({ name: `Large ${kind}`, platforms: [{ code: "a" }, { code: "b" }], sections }),
      );
    };
    const made = await imported(file(false, ""), "json", "");
    expect(made.counts.created).toBe(10_013);
    const changed = await imported(file(true, "!"), "json", "");
    expect(changed.counts).toMatchObject({ created: 0, changed: 10, moved: 9_990, unchanged: 13 });
    const { bytes } = await exported(made.app.id, "csv");
    expect((await imported(bytes, "csv", `?app=${made.app.id}&prune=true`)).plan).toEqual([]);
    const { summary } = await dataOf(world, "GET", `/apps/${made.app.id}`);
    expect(summary).toMatchObject({ checks: 10_000, untested: 19_000, not_applicable: 1_000 });
    const pruned = `{"name":"Large ${kind}","platforms":[{"code":"a"},{"code":"b"}]}`;
    expect((await imported(Buffer.from(pruned), "json", "?prune=true")).counts).toMatchObject({
      archived: 10_000,
      deleted: 10,
    });
  });
});
