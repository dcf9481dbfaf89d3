// `retest app import|export`, beside a running server's database, on both databases.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshPlace, type Place } from "../../support/clients/cli-settings.ts";
import { command } from "../../support/clients/command.ts";
import { ANY_DATABASE } from "../../support/server/test-server.ts";

const FILE =
  "name: Shop\nplatforms: [{code: web, label: Web}]\nsections:\n  - ref: PAY\n    title: Pay\n    checks:\n      - {ref: PAY-1, title: Card}\n";
const BIN = fileURLToPath(new URL("../../../bin/retest.js", import.meta.url));

describe.each(ANY_DATABASE)("on %s", (kind) => {
  let place: Place;
  let folder: string;
  beforeAll(async () => {
    place = await freshPlace(kind);
    folder = mkdtempSync(join(tmpdir(), "retest-runbooks-"));
  });
  afterAll(async () => {
    await place?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = (...args: string[]) => command(["app", ...args], place.settings);
  const write = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  test("a dry run shows the plan and writes nothing; the import writes it; a second one changes nothing", async () => {
    const path = write("shop.yaml", FILE);
    const dry = await run("import", path, "--dry-run");
    expect([dry.code, dry.stderr]).toEqual([0, ""]);
    expect(dry.stdout).toContain('+ create check PAY-1 "Card"');
    expect(dry.stdout).toContain("Nothing was changed. An import would give: 4 created");
    expect((await run("export", "Shop")).code).toBe(1);
    const real = await run("import", path);
    expect(real.stdout).toMatch(/^\+ create app "Shop"\n[\s\S]*Created "Shop" \(app_\w+\): 4 created/);
    expect((await run("import", path)).stdout).toBe('"Shop" matches the file already: nothing changed.\n');
    const changed = await run("import", write("other.yml", FILE.replace("Card", "By card")), "--json", "--prune");
    expect(JSON.parse(changed.stdout)).toMatchObject({ created: false, dry_run: false, counts: { changed: 1 } });
  });

  test("another tool's export is imported, and the lines say what is left out", async () => {
    const path = write("cases.csv", "Nr;What to do;Owner;Title;Status\n7;Add a book;Ann;A book;Passed\n");
    const made = await run(
      "import",
      path,
      "--name",
      "Books",
      "--platforms",
      "web, ios",
      "--column",
      "title=What to do",
      "--column",
      "ref=Nr",
      "--ref-prefix",
      "B-",
    );
    expect([made.code, made.stderr]).toEqual([0, ""]);
    expect(made.stdout).toContain('+ create check B-7 "Add a book"');
    expect(made.stdout).toContain('! left out "Owner": a check has no such field (1×, line 2)');
    expect(made.stdout).toContain(
      '! left out "Status": it says what came of a test: send the same file as results, by `retest results upload`, ',
    );
    expect((await run("export", "Books")).stdout).toContain("ref: B-7");
    for (const [flags, told] of [
      [["--format", "testrial"], 'Did you mean "testrail"?'],
      [["--column", "titel=Nr"], "--column must be FIELD=NAME"],
    ] as const) {
      const refused = await run("import", path, "--app", "Books", ...flags);
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(told)]);
    }
  });

  test("an app can be archived, listed and restored; a file with its name is refused meanwhile", async () => {
    const path = write("old.yaml", FILE.replace("Shop", "Old shop"));
    await run("import", path);
    const gone = await run("archive", "Old shop");
    expect([gone.code, gone.stdout]).toEqual([
      0,
      expect.stringMatching(/^Archived "Old shop"\. To restore it: retest app restore app_\w+\n$/),
    ]);
    expect((await run("archived")).stdout).toMatch(/^app_\w+ {2}\S+Z {2}Old shop\n$/);
    expect((await run("export", "Old shop")).code).toBe(1);
    const refused = await run("import", path);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('archived app "Old shop"')]);
    expect((await run("restore", "Old shop")).stdout).toMatch(/^Restored app_\w+\.\n$/);
    expect((await run("archived", "--json")).stdout).toBe("[]\n");
    expect((await run("archived")).stdout).toBe("No app is archived.\n");
    expect((await run("archive")).code).toBe(2);
    expect((await run("restore", "Nothing")).code).toBe(1);
  });

  test("an export goes to standard output or a file, and comes in again by standard input", async () => {
    const { code, stdout } = await run("export", "Shop");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^name: Shop\n/);
    const path = join(folder, "out.csv");
    expect((await run("export", "Shop", "--out", path)).code).toBe(0);
    expect(readFileSync(path, "utf8")).toMatch(/^\ufeffsection_ref,/);
    expect((await run("import", path, "--app", "Shop")).stdout).toContain("nothing changed");
    const env = { PATH: process.env.PATH, ...place.settings };
    const child = spawn(process.execPath, [BIN, "app", "import", "-"], { env, stdio: ["pipe", "pipe", "inherit"] });
    let told = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      told += chunk;
    });
    child.stdin.end(stdout);
    await once(child, "close");
    expect([child.exitCode, told]).toEqual([0, '"Shop" matches the file already: nothing changed.\n']);
  });

  test("a file that is refused ends with 1, line and column", async () => {
    const { code, stdout, stderr } = await run("import", write("wrong.yaml", FILE.replace("title: Pay", "tilte: Pay")));
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toBe('retest: line 5, column 5: sections[0]: unknown field "tilte"; did you mean "title"?\n');
  });

  test("what can't be read, no file and an unknown format end with 2 and a sentence", async () => {
    for (const args of [
      ["import"],
      ["import", "/nonexistent/x.yaml"],
      ["export"],
      ["export", "Shop", "--format", "xml"],
    ]) {
      const { code, stdout, stderr } = await run(...args);
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toMatch(/^retest: .+\.?.*\n$/);
    }
  });
});
