// What `retest workspace import` refuses: files that are damaged, of another version, or made by somebody who means harm. Nothing is left of them.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { holdFile } from "../../../src/storage/database/held-file.ts";
import { command } from "../../support/clients/command.ts";
import { join as joinAs, rowsOf } from "../../support/clients/person-client.ts";
import {
  type ExportedFile,
  exportFrom,
  importInto,
  linesIn,
  ofSchemaBefore,
  rewritten,
  rowsIn,
  settingsOf,
  withErasure,
  withoutFiles,
  withRow,
} from "../../support/clients/workspace-file.ts";
import { behind } from "../../support/database/direct-sql.ts";
import { attach, PNG } from "../../support/samples/sample-files.ts";
import { DATABASES } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

/** Of whom or what an erasure is, as it is kept. */
function subjectOf(subject: { appId?: string; personIds?: string[] }): string {
  return JSON.stringify({ email: null, names: [], personIds: [], appId: null, ...subject });
}

/** The document of an issue lacks a field. */
function without(field: string) {
  return (row: Record<string, unknown>) => {
    const { [field]: _, ...document } = JSON.parse(row.document as string);
    return { ...row, document: JSON.stringify(document) };
  };
}

describe.each(DATABASES)("on %s", (kind) => {
  const source = worldOf(kind);
  const target = worldOf(kind, { secretKey: "another key, of another installation" });
  let exported: ExportedFile;
  let victim: { app: string; issue: string; person: string; key: string; file: string };

  beforeAll(async () => {
    const { cookie } = await joinAs(source, { role: "admin" });
    const app = await source.app({ mode: "live" });
    const raised = await source.call(source.admin, "POST", "/issues", { app: app.id, check: "PAY-1", text: "One" });
    await attach(source, cookie, raised.body.data.id, "shot.png", PNG);
    exported = await exportFrom(source, "Workspace");
    const theirs = await target.app({ mode: "live" });
    const issue = await target.call(target.admin, "POST", "/issues", { app: theirs.id, check: "PAY-1", text: "Mine" });
    const [key] = await rowsOf(target, "select id from key order by id limit 1");
    const person = await joinAs(target, { role: "admin" });
    await attach(target, person.cookie, issue.body.data.id, "mine.png", PNG);
    const [attached] = await rowsOf(target, "select file from attachment");
    const [file, id] = [String(attached!.file), issue.body.data.id];
    victim = { app: theirs.id, issue: id, person: person.id, key: String(key!.id), file };
  });
  afterAll(() => exported?.remove());

  const nothingCame = async () => {
    const { stdout } = await command(["workspace", "list", "--json"], settingsOf(target));
    expect(JSON.parse(stdout)).toHaveLength(1);
    expect(await rowsOf(target, "select * from loose_file")).toEqual([]);
    expect(existsSync(join(target.config.dataDir, "importing"))).toBe(false);
    const files = join(target.config.dataDir, "files");
    const kept = existsSync(files) ? readdirSync(files, { recursive: true, withFileTypes: true }) : [];
    expect(kept.filter((entry) => entry.isFile())).toHaveLength(1);
  };
  const refuses = async (file: Pick<ExportedFile, "file" | "keyFile">, why: RegExp) => {
    const { code, stdout, stderr } = await importInto(target, file);
    expect([code, stdout, stderr]).toEqual([expect.toBeOneOf([1, 2]), "", expect.stringMatching(why)]);
    expect(stderr).toMatch(/^(?:An import was killed[^\n]*\n)?retest: [^\n]+\n$/);
    await nothingCame();
  };

  test("a file that is none, damaged, cut short or opened with another key is refused with a sentence", async () => {
    const { folder, file, keyFile } = exported;
    const spoilt = join(folder, "spoilt");
    const bytes = readFileSync(file);
    writeFileSync(spoilt, "not an export");
    await refuses({ file: spoilt, keyFile }, /spoilt is not an export of a workspace\. Nothing was imported\.$/m);
    writeFileSync(spoilt, bytes.subarray(0, -50));
    await refuses({ file: spoilt, keyFile }, /spoilt is incomplete\. Nothing was imported\.$/m);
    const changed = Buffer.from(bytes);
    changed[changed.length >> 1]! ^= 1;
    writeFileSync(spoilt, changed);
    await refuses(
      { file: spoilt, keyFile },
      /spoilt can't be opened with this key: it is another file's, or the file is damaged\./,
    );
    writeFileSync(spoilt, bytes.toString("latin1").replace("format 1", "format 9"), "latin1");
    await refuses({ file: spoilt, keyFile }, /spoilt was made by a newer version of Retest: use that version\./);
    const other = join(folder, "other.key");
    writeFileSync(other, "another key\n");
    await refuses({ file, keyFile: other }, /can't be opened with this key/);
    await refuses({ file: join(folder, "nowhere"), keyFile }, /nowhere can't be read \(ENOENT\)\./);
    expect((await command(["workspace", "import", file], settingsOf(target))).stderr).toMatch(/--key-file is required/);
  });

  test("a file of a newer schema is refused", async () => {
    const newer = await rewritten(exported, (lines) =>
      lines.map((line) => line.replace(/"schema":\d+/, '"schema":999')),
    );
    await refuses(newer, /This export has schema 999, but this program knows only up to \d+: use a newer Retest\./);
  });

  test("whatever somebody with the key has put into it, it reaches into no other workspace", async () => {
    const tries: [RegExp, (lines: string[]) => string[]][] = [
      [/rows can't be written/, rowsIn("platform", (row) => ({ ...row, app_id: victim.app }))],
      [
        /audit: a row in it belongs to no workspace, or to another/,
        rowsIn("audit", (row) => ({ ...row, workspace_id: "wsp_other" })),
      ],
      [
        /is in this database already \(app\)/,
        (lines) => lines.map((line) => line.replaceAll(/app_\w{27}/g, victim.app)),
      ],
      [
        /is in this database already \(issue\)/,
        (lines) => lines.map((line) => line.replaceAll(/iss_\w{27}/g, victim.issue)),
      ],
      [
        /names a row of another workspace \(app\)/,
        rowsIn("key", (row) => ({ ...row, apps: JSON.stringify([victim.app]) })),
      ],
      [/names a row of another workspace \(person\)/, rowsIn("key", (row) => ({ ...row, created_by: victim.person }))],
      [
        /kept in another way/,
        rowsIn("person", (row) => ({ ...row, password_hash: "$argon2id$v=19$m=4194304,t=9,p=1$a$b" })),
      ],
      [/a file in it belongs to nothing/, rowsIn("attachment", (row) => ({ ...row, file: "0".repeat(32) }))],
      [
        /has rows that are no workspace's/,
        (lines) => lines.map((line) => line.replace('"table":"event"', '"table":"loose_file"')),
      ],
      [/line that can't be read/, (lines) => lines.map((line) => line.replace('"table":"event"', '"table":"session"'))],
      [
        /does not hold one workspace/,
        (lines) => {
          const [header] = lines;
          return [header!, JSON.stringify({ end: { rows: 0, files: 0 } })];
        },
      ],
      [/is incomplete/, (lines) => lines.slice(0, -1)],
      [/something is missing/, rowsIn("event", () => null)],
      [/rows can't be written/, rowsIn("app", () => null)],
      [/an erasure that is not done/, withErasure({ subject: subjectOf({ appId: victim.app }) })],
      [/an erasure that is not done/, withErasure({ subject: subjectOf({ personIds: [victim.person] }) })],
      [/an erasure that is not done/, withErasure({ subject: "{", state: "done", finished_at: 1 })],
      [/an erasure that is not done/, withErasure({ state: "done" })],
      [/an erasure that is not done/, withErasure({ state: "cleaning", finished_at: 1 })],
      [/an erasure that .* can't be read/, withErasure({ state: "done", finished_at: 1, progress: "{" })],
      [/an erasure that .* can't be read/, withErasure({ state: "done", finished_at: 1, kind: "workspace" })],
      [/a number that its app has not given/, rowsIn("issue", (row) => ({ ...row, number: 2 ** 32 + 1 }))],
      [/a number that its app has not given/, rowsIn("issue", (row) => ({ ...row, number: 0 }))],
      [/more numbers than there are/, rowsIn("app", (row) => ({ ...row, last_number: 2 ** 32 }))],
      [/names what is no file/, rowsIn("attachment", (row) => ({ ...row, file: "../../../../etc/hostname" }))],
      [
        /names a file that is here already/,
        (lines) => rowsIn("attachment", (row) => ({ ...row, file: victim.file }))(withoutFiles(lines, false)),
      ],
      [/attachment: a number in it is too/, rowsIn("attachment", (row) => ({ ...row, size: -1 }))],
      [/person: a number in it is too/, rowsIn("person", (row) => ({ ...row, created_at: 2 ** 53 - 1 }))],
      [/issue in it can't be read/, rowsIn("issue", without("attachments"))],
      [/issue in it can't be read/, rowsIn("issue", without("text"))],
      [/issue in it can't be read/, rowsIn("issue", (row) => ({ ...row, document: "{" }))],
      [/two issues in it have the same number/, withRow("issue", (row) => ({ ...row, id: `${row.id}x` }))],
    ];
    for (const [why, change] of tries) await refuses(await rewritten(exported, change), why);
    expect(await target.problems()).toEqual([]);
  });

  test("one of an older schema is brought to this one, and files that did not come along name none that is here", async () => {
    // What did not come along names nothing here, whatever it says.
    const older = await rewritten(exported, (lines) =>
      ofSchemaBefore(rowsIn("attachment", (row) => ({ ...row, file: victim.file }))(withoutFiles(lines, true))),
    );
    const done = await importInto(target, older, "--name", "From before");
    expect([done.code, done.stderr, done.stdout]).toEqual([
      0,
      "",
      expect.stringMatching(/^Imported the workspace "From before"/),
    ]);
    expect(await target.problems()).toEqual([]);
    const files = (await rowsOf(target, "select file from attachment")).map(({ file }) => file);
    expect([files.length, files.filter((file) => file === victim.file)]).toEqual([2, [victim.file]]);
  });

  test("without the files it says so, and the doctor names what is missing", async () => {
    const other = await source.app({ mode: "live" });
    expect(other.id).toMatch(/^app_/);
    const bare = await exportFrom(source, "Workspace", "--without-files");
    expect(bare.outcome.stdout).toMatch(/rows and 0 files\./);
    const tried = await importInto(target, bare, "--dry-run");
    expect([tried.code, tried.stderr]).toEqual([2, expect.stringMatching(/is in this database already/)]);
    bare.remove();
  });

  test("what a killed import has put together is removed by the next one, and told; what another one is putting together stays", async () => {
    const parent = join(target.config.dataDir, "importing");
    const [left, other] = [join(parent, "import-left"), join(parent, "import-other")];
    for (const folder of [left, other]) mkdirSync(folder, { recursive: true });
    writeFileSync(join(left, "held"), "");
    const held = holdFile(join(other, "held"));
    expect((await importInto(target, exported, "--dry-run")).stderr).toMatch(
      /^An import was killed before: what it had put together is removed\.$/m,
    );
    expect(readdirSync(parent)).toEqual(["import-other"]);
    expect((await importInto(target, exported, "--dry-run")).stderr).not.toMatch(/killed before/);
    held!.release();
    expect((await importInto(target, exported, "--dry-run")).stderr).toMatch(/killed before/);
    expect(existsSync(parent)).toBe(false);
  });

  test("while something in the workspace is being erased no export is made, and once that is done it comes along", async () => {
    const [workspace] = await rowsOf(source, "select id from workspace");
    await behind(
      source,
      `insert into erasure (id, workspace_id, kind, state, subject, progress, changed, started_at, settles_at)
       values ('era_waiting', '${workspace!.id}', 'app', 'settling', '${subjectOf({})}', '{"pass":2,"step":0,"after":null}', 0, 1, 9000000000000)`,
    );
    await expect(exportFrom(source, "Workspace")).rejects.toThrow(
      "Something in this workspace is being erased: wait until that is done (a server does it), then export again. Nothing was exported.",
    );
    await behind(source, "update erasure set state = 'done', subject = null, finished_at = 2");
    const later = await exportFrom(source, "Workspace");
    expect((await linesIn(later)).join("\n")).toContain("era_waiting");
    later.remove();
  });

  test("a secret that can't be read is named, and no export is made", async () => {
    const app = await source.app({ mode: "live" });
    await source.call(source.admin, "GET", `/apps/${app.id}/webhook`);
    await behind(source, `update webhook set token = 'k1:AAAA' where app_id = '${app.id}'`);
    await expect(exportFrom(source, "Workspace")).rejects.toThrow(
      `webhook ${app.id}: its token can't be read with the secret key: set it anew, then export again. Nothing was exported.`,
    );
  });
});
