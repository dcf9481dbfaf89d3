// An import of a workspace that is killed leaves nothing of it, and the next one is whole.
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshPlace, type Place } from "../support/clients/cli-settings.ts";
import { adminKey, wholeCommand } from "../support/clients/command.ts";
import { SAME_ORIGIN } from "../support/clients/person-client.ts";
import { call, retest, serve, startOnly } from "../support/clients/run-cli.ts";
import { joined } from "../support/samples/joined-person.ts";
import { attachmentPath, grown, PNG } from "../support/samples/sample-files.ts";
import { DATABASES } from "../support/server/test-server.ts";
import { holdTransaction } from "../support/trouble/held-transaction.ts";

/** Enough that whoever goes through all of them four times over does not come to an end. */
const CHECKS = 120;

describe.each(DATABASES)("on %s", (kind) => {
  const folder = mkdtempSync(join(tmpdir(), "retest-import-"));
  const [file, keyFile] = [join(folder, "team.retest"), join(folder, "team.key")];
  const args = ["workspace", "import", file, "--key-file", keyFile];
  let target: Place;
  let key: string;
  let issue: string;

  beforeAll(async () => {
    const source = await freshPlace("sqlite");
    const server = await serve(source.settings);
    key = await adminKey(source.settings);
    const checks = Array.from({ length: CHECKS }, (_, n) => ({ ref: `A-${n}`, title: `Check ${n}` }));
    const fields = {
      name: "Shop",
      platforms: [{ code: "web", label: "Web" }],
      sections: [{ ref: "A", title: "A", checks }],
    };
    const { data: app } = await call(server.address, key, "POST", "/apps", fields);
    // Only what has a result has a status that is kept.
    await Promise.all(
      checks.map(({ ref: check }) =>
        call(server.address, key, "POST", "/results", { app: app.id, check, outcome: "passed" }),
      ),
    );
    const body = { app: app.id, check: "A-1", text: "It broke" };
    issue = (await call(server.address, key, "POST", "/issues", body)).data.id;
    const cookie = await joined(server.address, source.settings, "admin", "ada@example.com");
    const sent = await fetch(`${server.address}/ui/v1${attachmentPath(issue)}?name=shot.png`, {
      method: "POST",
      headers: { ...SAME_ORIGIN, cookie },
      body: grown(PNG, 300_000),
    });
    expect(sent.status).toBe(201);
    await server.stop();
    expect(await retest(["workspace", "export", file, "--key-file", keyFile], source.settings)).toMatchObject({
      code: 0,
    });
    await source.remove();
    target = await freshPlace(kind);
    expect((await serve(target.settings).then((one) => one.stop())).code).toBe(0);
  });
  afterAll(async () => {
    await target.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  test("killed in the middle it leaves nothing in the database, and run again it is whole", async () => {
    const { settings } = target;
    const held = await holdTransaction(settings, { event: "insert on issue" });
    const killed = startOnly(args, settings);
    await held.reached();
    const { stdout } = await killed.stop("SIGKILL");
    expect(stdout).toBe("");
    await held.letGo();
    expect(JSON.parse((await wholeCommand(["workspace", "list", "--json"], settings)).stdout)).toHaveLength(1);
    const between = await wholeCommand(["doctor"], settings);
    expect([between.code, between.stdout]).toEqual([0, "0 apps examined, 0 differences.\n"]);
    expect(readdirSync(settings.RETEST_DATA_DIR!)).toContain("importing");
    const again = await retest(args, settings);
    expect([again.code, again.stderr.split("\n")[0]]).toEqual([
      0,
      "An import was killed before: what it had put together is removed.",
    ]);
    expect(existsSync(join(settings.RETEST_DATA_DIR!, "importing"))).toBe(false);
    const doctor = await wholeCommand(["doctor"], settings);
    expect([doctor.code, doctor.stdout]).toEqual([0, "1 app examined, 0 differences.\n"]);
    const server = await serve(settings);
    expect((await call(server.address, key, "GET", `/issues/${issue}`)).data.text).toBe("It broke");
    await server.stop();
  });
});
