// The embedded database on the disk: whole without its write-ahead log once nobody uses it, missed where it is not, and readable
// by its owner alone.
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { freshPlace, type Place } from "../../support/clients/cli-settings.ts";
import { call, type RunningServer, retest, serve } from "../../support/clients/run-cli.ts";
import { sampleApp } from "../../support/server/test-server.ts";

let place: Place;
let dir: string;
let server: RunningServer | undefined;
beforeEach(async () => {
  place = await freshPlace("sqlite");
  dir = place.settings.RETEST_DATA_DIR!;
});
afterEach(async () => {
  await server?.stop("SIGKILL");
  server = undefined;
  await place.remove();
});

/** A folder that holds nothing but a copy of the main file and the secret key. */
function copyAlone(name: string): string {
  const folder = join(dir, name);
  mkdirSync(folder);
  for (const file of ["retest.db", "secret.key"]) copyFileSync(join(dir, file), join(folder, file));
  return folder;
}

async function started(settings = {}): Promise<{ key: string; app: { id: string; name: string } }> {
  const key = await place.key("admin");
  server = await serve({ ...place.settings, ...settings });
  const { data, status } = await call(server.address, key, "POST", "/apps", sampleApp());
  expect(status).toBe(201);
  return { key, app: data };
}

describe("after a clean stop the main file is whole by itself", () => {
  test.each([
    ["SIGTERM", "1"],
    ["SIGINT", "2"],
  ] as const)("of %s with %s workers, and of commands", async (signal, workers) => {
    const { app } = await started({ RETEST_WORKERS: workers });
    expect(existsSync(join(dir, "retest.db-wal"))).toBe(true);
    expect((await server!.stop(signal)).code).toBe(0);
    expect(readdirSync(dir).filter((file) => file.startsWith("retest.db"))).toEqual(["retest.db"]);
    const copy = { RETEST_DATA_DIR: copyAlone("copy") };
    const exported = await retest(["app", "export", app.name], copy);
    expect(exported.stdout).toContain("Password");
    expect(existsSync(join(copy.RETEST_DATA_DIR, "retest.db-wal"))).toBe(false);
    const examined = await retest(["doctor"], copy);
    expect([examined.code, examined.stderr]).toEqual([0, ""]);
    expect(examined.stdout).toContain("1 app examined, 0 differences");
  });
});

test("a copy of the main file of a server that was killed is named as such: at the start, and by the doctor until somebody accepts it", async () => {
  const { app } = await started();
  await server!.stop("SIGKILL");
  const copy = { RETEST_DATA_DIR: copyAlone("copy") };
  // With its log beside it nothing is missing, nor after another program has taken the log into the file.
  const both = { RETEST_DATA_DIR: copyAlone("both") };
  copyFileSync(join(dir, "retest.db-wal"), join(dir, "both", "retest.db-wal"));
  const other = new DatabaseSync(join(dir, "both", "retest.db"));
  other.exec("select count(*) from app");
  other.close();
  expect(existsSync(join(dir, "both", "retest.db-wal"))).toBe(false);
  expect((await retest(["doctor"], both)).stdout).toContain("1 app examined, 0 differences");
  const whole = await retest(["doctor"], place.settings);
  expect([whole.code, whole.stderr]).toEqual([0, ""]);
  expect((await retest(["app", "export", app.name], place.settings)).code).toBe(0);
  server = await serve(copy);
  const { stdout } = await server.stop();
  expect(stdout).toContain("write-ahead log (-wal) is missing");
  const missing = await retest(["doctor"], copy);
  expect(missing.code).toBe(1);
  expect(missing.stdout).toMatch(/^database: it was opened without its write-ahead log/m);
  expect(missing.stdout).toContain("--accept-missing-log");
  expect((await retest(["doctor", "--accept-missing-log"], copy)).code).toBe(0);
  expect((await retest(["doctor"], copy)).code).toBe(0);
  // The doctor notices by itself, too.
  server = await serve(place.settings);
  copyFileSync(join(dir, "retest.db"), join(dir, "copy", "retest.db"));
  const alone = await retest(["doctor", "--json"], copy);
  expect(alone.code).toBe(1);
  expect(JSON.parse(alone.stdout).differences).toMatchObject([{ app: "database" }]);
});

test("files and folders are for their owner alone, whatever the umask, and those of before are tightened", async () => {
  const modes = () =>
    Object.fromEntries(
      readdirSync(dir).map((file) => [file, (statSync(join(dir, file)).mode & 0o777).toString(8)] as const),
    );
  const key = await place.key("admin");
  const unmasked = ["sh", "-c", 'umask 0; exec "$@"', "sh"];
  server = await serve(place.settings, "serve", unmasked);
  expect((await call(server.address, key, "POST", "/apps", sampleApp())).status).toBe(201);
  expect(modes()).toMatchObject({
    "retest.db": "600",
    "retest.db-wal": "600",
    "retest.db-shm": "600",
    "secret.key": "600",
  });
  await server.stop("SIGKILL");
  mkdirSync(join(dir, "files"), { recursive: true });
  for (const file of ["retest.db", "retest.db-wal", "retest.db-shm", "secret.key"]) chmodSync(join(dir, file), 0o644);
  chmodSync(join(dir, "files"), 0o755);
  server = await serve(place.settings, "serve", unmasked);
  expect(modes()).toEqual({
    "retest.db": "600",
    "retest.db-wal": "600",
    "retest.db-shm": "600",
    "secret.key": "600",
    files: "700",
  });
  const backup = join(dir, "a.backup");
  expect((await retest(["backup", backup], place.settings)).code).toBe(0);
  expect(modes()["a.backup"]).toBe("600");
});
