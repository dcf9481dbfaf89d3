// An erasure that is killed in the middle is gone on with, and nothing is left of whom it was about.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { filesWith } from "../support/checks/folder-bytes.ts";
import { freshPlace } from "../support/clients/cli-settings.ts";
import { adminKey } from "../support/clients/command.ts";
import { SAME_ORIGIN, ui } from "../support/clients/person-client.ts";
import { call, retest, serve, startOnly } from "../support/clients/run-cli.ts";
import { ownPostgres } from "../support/database/restartable-postgres.ts";
import { joined } from "../support/samples/joined-person.ts";
import { attachmentPath, pngWith } from "../support/samples/sample-files.ts";
import { DATABASES } from "../support/server/test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  test("retest erase that is killed, and run again, leaves nothing of the person", async () => {
    const place = await freshPlace(kind);
    const folder = mkdtempSync(join(tmpdir(), "retest-erase-"));
    const { settings } = place;
    const server = await serve(settings);
    const email = "yolanda@example.com";
    const key = await adminKey(settings);
    const cookie = await joined(server.address, settings, "viewer", email);
    // Whoever is signed in may be writing, and is waited for.
    await ui(server.address, "DELETE", "/session", undefined, { ...SAME_ORIGIN, cookie });
    const tester = await joined(server.address, settings, "tester", "tess@example.com", "Tess");
    const sections = [{ ref: "A", title: `As ${email}`, checks: [{ ref: "A-1", title: "Sign in" }] }];
    const fields = { name: "Shop", platforms: [{ code: "web", label: "Web" }], sections };
    const { data: app } = await call(server.address, key, "POST", "/apps", fields);
    for (let n = 0; n < 30; n++) {
      const body = { app: app.id, check: "A-1", text: `${n}: ask ${email}` };
      const { status, data: issue } = await call(server.address, key, "POST", "/issues", body);
      expect(status).toBe(201);
      const attached = await fetch(`${server.address}/ui/v1${attachmentPath(issue.id)}?name=shot.png`, {
        method: "POST",
        headers: { ...SAME_ORIGIN, cookie: tester },
        body: pngWith(`Author\0${email}`),
      });
      expect(attached.status).toBe(201);
    }
    const { stdout, stderr } = await server.stop();
    expect((stdout + stderr).includes(email)).toBe(false);
    const args = ["erase", "person", email, "--confirm", email];
    expect(await retest(args.slice(0, 3), settings), "not confirmed").toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Nothing was erased"),
    });
    for (const moment of [/tables gone through/, /Looking through attached files/]) {
      const killed = startOnly(args, settings);
      while (killed.isRunning() && !moment.test(killed.output().stderr)) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      await killed.stop("SIGKILL");
    }
    const again = await retest(args, settings);
    expect([again.code, again.stdout], again.stderr).toEqual([
      0,
      expect.stringContaining(`Erased the person ${email}`),
    ]);
    const backup = join(folder, "new.backup");
    expect((await retest(["backup", backup], settings)).code).toBe(0);
    expect(gunzipSync(readFileSync(backup)).includes(email)).toBe(false);
    expect(filesWith(settings.RETEST_DATA_DIR!, email)).toEqual([]);
    const doctor = await retest(["doctor"], settings);
    expect([doctor.code, doctor.stdout]).toEqual([0, expect.stringContaining("0 differences")]);
    rmSync(folder, { recursive: true });
    await place.remove();
  });
});

test("retest erase remains that is killed, and run again, leaves nothing of the reporter in PostgreSQL's files", async () => {
  const postgres = await ownPostgres({ settings: ["logging_collector=on", "log_directory=log"] });
  const folder = mkdtempSync(join(tmpdir(), "retest-erase-"));
  const secret = "0123456789abcdef0123456789abcdef";
  const settings = { DATABASE_URL: postgres.url, RETEST_DATA_DIR: folder, RETEST_SECRET_KEY: secret };
  const email = "zeno@example.com";
  const server = await serve(settings);
  const key = await adminKey(settings);
  const sections = [{ ref: "A", title: "Account", checks: [{ ref: "A-1", title: "Sign in" }] }];
  const app = { name: "Shop", platforms: [{ code: "web", label: "Web" }], sections };
  const { data: made } = await call(server.address, key, "POST", "/apps", app);
  const reporter = { name: "Zeno", email };
  const raised = { app: made.id, check: "A-1", text: `Ask ${email}`, reporter };
  expect((await call(server.address, key, "POST", "/issues", raised)).status).toBe(201);
  expect((await retest(["erase", "reporter", email, "--confirm", email], settings)).code).toBe(0);
  expect(filesWith(postgres.folder, email)).not.toEqual([]);
  const killed = startOnly(["erase", "remains"], settings);
  while (killed.isRunning() && !/Writing anew: issue/.test(killed.output().stderr)) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  await killed.stop("SIGKILL");
  const again = await retest(["erase", "remains"], settings);
  expect([again.code, again.stdout], again.stderr).toEqual([0, expect.stringContaining("Nothing of what was erased")]);
  expect(filesWith(postgres.folder, email)).toEqual([]);
  await server.stop();
  const doctor = await retest(["doctor"], settings);
  expect([doctor.code, doctor.stdout]).toEqual([0, expect.stringContaining("0 differences")]);
  await postgres.stop();
  rmSync(folder, { recursive: true });
});
