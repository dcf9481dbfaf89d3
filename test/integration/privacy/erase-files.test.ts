// Somebody's address goes from attached files, too, where cameras and programs write it beside the picture; pictures and films are shown as before.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { replaceFile } from "../../../src/actions/privacy/erase-files.ts";
import { examineFiles } from "../../../src/cli/doctor/examine-files.ts";
import { runErasure } from "../../../src/engine/erasing.ts";
import type { Performer } from "../../../src/engine/performer.ts";
import type { FileStore } from "../../../src/lib/files/file-store.ts";
import { readLineFile } from "../../../src/lib/files/line-file.ts";
import { filesFolder } from "../../../src/startup/config.ts";
import { dataOf } from "../../support/checks/route-table.ts";
import { command } from "../../support/clients/command.ts";
import { beginErasing, erase } from "../../support/clients/erasing.ts";
import { expectForgotten } from "../../support/clients/kept-bytes.ts";
import { accept, invite, rowsOf } from "../../support/clients/person-client.ts";
import { type ObjectStorage, openObjectStorage } from "../../support/fake-tools/object-storage.ts";
import {
  attach,
  attachmentPath,
  download,
  grown,
  JPEG,
  MP4,
  PNG,
  pngWith,
} from "../../support/samples/sample-files.ts";
import { secondWorkspace } from "../../support/server/second-workspace.ts";
import {
  ANY_DATABASE,
  createWorld,
  DATABASES,
  type DatabaseKind,
  type World,
} from "../../support/server/test-server.ts";

/** Which place files are in is nothing to a database. */
const STAGES = [
  ...DATABASES.map((kind) => [kind, "folder"] as const),
  ...ANY_DATABASE.map((kind) => [kind, "bucket"] as const),
];

/** As programs write it: in what is told of a picture, in an XMP packet, in Windows' own fields, in a film's first box. */
function filesOf(email: string): Record<string, Buffer> {
  const film = grown(MP4, 6_000_000);
  // Over the border of two pieces that are read from a folder, and of two parts that go to a bucket.
  for (const at of [262_144, 5_242_880]) film.write(email, at - 5, "latin1");
  return {
    "shot.png": pngWith(`Author\0${email}`),
    "capitals.png": pngWith(
      "Title\0Wrong total",
      `Comment\0by ${email.toUpperCase()}, see ?from=${encodeURIComponent(email)}`,
    ),
    "camera.jpg": Buffer.concat([JPEG, Buffer.from(email, "utf16le"), Buffer.from(email, "utf16le").swap16()]),
    "film.mp4": film,
    "plain.png": PNG,
  };
}

/** The same, as if the address had never been anything but blanks. */
function blanked(email: string): Record<string, Buffer> {
  const blanks = (text: string) => " ".repeat(text.length);
  const film = grown(MP4, 6_000_000);
  for (const at of [262_144, 5_242_880]) film.write(blanks(email), at - 5, "latin1");
  const wide = Buffer.from(blanks(email), "utf16le");
  const encoded = blanks(encodeURIComponent(email));
  return {
    "shot.png": pngWith(`Author\0${blanks(email)}`),
    "capitals.png": pngWith("Title\0Wrong total", `Comment\0by ${blanks(email)}, see ?from=${encoded}`),
    "camera.jpg": Buffer.concat([JPEG, wide, Buffer.from(wide).swap16()]),
    "film.mp4": film,
    "plain.png": PNG,
  };
}

interface Stage {
  world: World;
  storage: ObjectStorage | null;
  /** Who attaches. */
  tester: string;
  issue: string;
  result: string;
}

async function stage(kind: DatabaseKind, place: "folder" | "bucket"): Promise<Stage> {
  const storage = place === "bucket" ? await openObjectStorage("team-a/") : null;
  const world = await createWorld(kind, storage === null ? {} : { bucket: storage.bucket, filesIn: "bucket" });
  const app = (await world.app()).id;
  const issue = (await dataOf(world, "POST", "/issues", { app, check: "PAY-1", text: "Broken" })).id;
  await dataOf(world, "POST", "/results", { app, check: "SIGN-1", outcome: "failed" });
  const [{ id: result }] = await dataOf(world, "GET", `/results?app=${app}`);
  return { world, storage, tester: await world.person("admin"), issue, result };
}

async function attachTo(stage: Stage, owner: string, files: Record<string, Buffer>): Promise<void> {
  for (const [name, bytes] of Object.entries(files)) {
    expect((await attach(stage.world, stage.tester, owner, name, bytes)).status, name).toBe(201);
  }
}

async function remove({ world, tester }: Pick<Stage, "world" | "tester">, owner: string, name: string): Promise<void> {
  expect((await world.call(tester, "DELETE", attachmentPath(owner, name))).status).toBe(200);
}

async function raisedBy(world: World, email: string): Promise<void> {
  const app = await world.app();
  const reporter = { name: "Zebulon", email };
  await dataOf(world, "POST", "/issues", { app: app.id, check: "PAY-1", text: "Broken", reporter });
}

async function expectShown({ world, tester }: Stage, owner: string, files: Record<string, Buffer>): Promise<void> {
  for (const [name, expected] of Object.entries(files)) {
    const { status, headers, bytes } = await download(world, tester, owner, name);
    expect([name, status, headers.get("content-length")]).toEqual([name, 200, String(expected.length)]);
    expect(bytes.equals(expected), name).toBe(true);
  }
}

/** Of all that is where files are kept, and of a new backup. */
async function expectGone({ world }: Stage, email: string): Promise<void> {
  await expectForgotten(world, email, encodeURIComponent(email));
  const kept: Buffer[] = [];
  for await (const { key, size } of world.store.files.list()) {
    for await (const piece of await world.store.files.open(key, 0, size - 1)) kept.push(piece);
  }
  expectNowhere(Buffer.concat(kept), email);
  expectNowhere(await backedUp(world), email);
}

function expectNowhere(bytes: Buffer, email: string): void {
  const text = bytes.toString("latin1").toLowerCase();
  const wide = Buffer.from(email, "utf16le");
  const needles = [
    email,
    encodeURIComponent(email),
    wide.toString("latin1"),
    Buffer.from(wide).swap16().toString("latin1"),
  ];
  for (const needle of needles) expect(text.indexOf(needle.toLowerCase()), needle).toBe(-1);
}

/** All rows and files of a backup that is made now. */
async function backedUp({ config }: World): Promise<Buffer> {
  const file = join(config.dataDir, "new.backup");
  const { databaseUrl, bucket } = config;
  const settings: Record<string, string> = {
    RETEST_DATA_DIR: config.dataDir,
    RETEST_SECRET_KEY: config.secretKey,
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
    ...(bucket !== null && {
      RETEST_S3_ENDPOINT: bucket.endpoint,
      RETEST_S3_BUCKET: bucket.bucket,
      RETEST_S3_ACCESS_KEY: bucket.accessKey,
      RETEST_S3_SECRET_KEY: bucket.secretKey,
      RETEST_S3_PREFIX: bucket.prefix,
    }),
  };
  const { code, stderr } = await command(["backup", file], settings);
  expect(code, stderr).toBe(0);
  const kept: Buffer[] = [];
  for await (const line of readLineFile(file)) {
    kept.push(typeof line === "string" ? Buffer.from(line, "base64") : Buffer.from(JSON.stringify(line)));
  }
  rmSync(file);
  return Buffer.concat(kept);
}

async function expectSound({ store, ...world }: World): Promise<void> {
  expect(await world.problems()).toEqual([]);
  expect(await examineFiles(store.reader, store.files)).toEqual({ problems: [], notes: [] });
}

describe.each(STAGES)("on %s, files in a %s", (kind, place) => {
  let here: Stage;
  let world: World;
  beforeAll(async () => {
    here = await stage(kind, place);
    ({ world } = here);
  });
  afterAll(async () => {
    await world.close();
    await here.storage?.close();
  });

  test("a person's address is in no file and no new backup any more, and the files are shown, of their size and valid", async () => {
    const email = "zeb.quux@example.com";
    const joined = await accept(world, { token: await invite(world, { email }), name: "Zeb", email });
    expect(joined.status).toBe(201);
    await attachTo(here, here.issue, filesOf(email));
    await attachTo(here, here.result, { "proof.png": filesOf(email)["shot.png"]! });
    const { headers } = await download(world, here.tester, here.issue, "shot.png");
    await erase(world, "person", email);
    await expectGone(here, email);
    await expectShown(here, here.issue, blanked(email));
    await expectShown(here, here.result, { "proof.png": blanked(email)["shot.png"]! });
    // Whoever has the old bytes gets the new ones.
    const etag = { "if-none-match": headers.get("etag")! };
    expect((await download(world, here.tester, here.issue, "shot.png", etag)).status).toBe(200);
    await expectSound(world);
  });

  test("a reporter's address that is in nothing but files is found, each file counts as a row, and what was removed is deleted at once", async () => {
    const email = "wilma@customer.example";
    const files = { "one.png": pngWith(`Author\0${email}`), "two.png": pngWith(`Author\0${email}`) };
    await attachTo(here, here.issue, files);
    await remove(here, here.issue, "two.png");
    const id = await erase(world, "reporter", email);
    await expectGone(here, email);
    expect(await dataOf(world, "GET", `/erasures/${id}`)).toMatchObject({ state: "done", rows_changed: 1 });
    expect(await rowsOf(world, "select * from loose_file")).toEqual([]);
    await expectShown(here, here.issue, { "one.png": pngWith(`Author\0${" ".repeat(email.length)}`) });
    await expectSound(world);
  });

  test("killed at whatever it does, it leaves no attachment without its file, and is gone on with to the end", async () => {
    const email = "yolanda@example.com";
    await raisedBy(world, email);
    await attachTo(here, here.result, filesOf(email));
    await attachTo(here, here.issue, { "gone.png": pngWith(`Author\0${email}`) });
    await remove(here, here.issue, "gone.png");
    const id = await beginErasing(world, "reporter", email);
    let isDone = false;
    for (let steps = 0; !isDone; steps++) {
      isDone = await runErasure(killedAfter(world, steps), id).then(
        () => true,
        (error: Error) => {
          expect(error.message).toBe("killed");
          return false;
        },
      );
      expect((await examineFiles(world.store.reader, world.store.files)).problems, `after ${steps}`).toEqual([]);
      expect(steps).toBeLessThan(60);
    }
    await expectGone(here, email);
    await expectShown(here, here.result, blanked(email));
    await expectSound(world);
  });

  test("an attachment that is removed or renamed while its copy is made, or whose file was replaced, is neither brought back nor forgotten", async () => {
    const email = "xavier@example.com";
    await raisedBy(world, email);
    const files = { "removed.png": pngWith(`Author\0${email}`), "renamed.png": pngWith(`Comment\0${email}`) };
    await attachTo(here, here.issue, { ...files, "replaced.png": pngWith(`Title\0${email}`) });
    const [{ file }] = (await rowsOf(world, "select file from attachment where name = 'renamed.png'")) as [
      { file: string },
    ];
    const id = await beginErasing(world, "reporter", email);
    const { files: store } = world.store;
    let copies = 0;
    const meanwhile: FileStore = {
      ...store,
      async put(key, source) {
        await store.put(key, source);
        copies += 1;
        if (copies === 1) {
          await remove(here, here.issue, "removed.png");
          // Another erasure may rename a file meanwhile, because its own address is in the name.
          await rowsOf(world, `update attachment set name = 'a.png' where file = '${file}' returning name`);
        }
        // Another server may be at the same erasure.
        if (copies === 3) await runErasure(world.store, id);
      },
    };
    await runErasure({ ...world.store, files: meanwhile }, id);
    expect(copies).toBe(3);
    await expectGone(here, email);
    await rowsOf(world, "update attachment set name = 'renamed.png' where name = 'a.png' returning name");
    expect((await download(world, here.tester, here.issue, "removed.png")).status).toBe(404);
    const blanks = " ".repeat(email.length);
    await expectShown(here, here.issue, {
      "renamed.png": pngWith(`Comment\0${blanks}`),
      "replaced.png": pngWith(`Title\0${blanks}`),
    });
    expect((await examineFiles(world.store.reader, world.store.files)).problems).toEqual([]);
  });

  test("another workspace keeps what is attached there", async () => {
    const email = "victor@example.com";
    const other = await secondWorkspace(world);
    const tester = await other.person("tester");
    const app = await other.app();
    const { body } = await world.call(other.admin, "POST", "/issues", { app: app.id, check: "PAY-1", text: "Broken" });
    const file = pngWith(`Author\0${email}`);
    expect((await attach(world, tester, body.data.id, "theirs.png", file)).status).toBe(201);
    await raisedBy(world, email);
    await attachTo(here, here.issue, { "ours.png": file });
    await erase(world, "reporter", email);
    expect((await download(world, tester, body.data.id, "theirs.png")).bytes.equals(file)).toBe(true);
    await expectShown(here, here.issue, { "ours.png": pngWith(`Author\0${" ".repeat(email.length)}`) });
  });
});

describe.each(DATABASES)("what gets in its way, on %s", (kind) => {
  test("a bucket that is away fails the erasure, which says so, and is gone on with once it is back", async () => {
    const here = await stage(kind, "bucket");
    const { world, storage } = here;
    const email = "ursula@example.com";
    await raisedBy(world, email);
    await attachTo(here, here.issue, { "shot.png": pngWith(`Author\0${email}`) });
    const id = await beginErasing(world, "reporter", email);
    await storage!.goAway();
    await expect(runErasure(world.store, id)).rejects.toThrow(/ECONNREFUSED|can't be reached/);
    expect(await dataOf(world, "GET", `/erasures/${id}`)).toMatchObject({
      state: "cleaning",
      failed_at: expect.any(String),
    });
    expect(await world.problems()).toEqual([expect.stringContaining(`erasure ${id}: it failed`)]);
    await storage!.comeBack();
    await runErasure(world.store, id);
    await expectGone(here, email);
    await expectSound(world);
    await world.close();
    await storage!.close();
  });

  test("a file that is missing is passed over; one that can't be read fails the erasure until it can, or is removed", async () => {
    const here = await stage(kind, "folder");
    const { world } = here;
    const email = "trudy@example.com";
    await raisedBy(world, email);
    const file = pngWith(`Author\0${email}`);
    await attachTo(here, here.issue, { "missing.png": file, "broken.png": file, "left.png": file });
    const pathOf = async (name: string) => {
      const [row] = await rowsOf(world, `select file from attachment where name = '${name}'`);
      const key = String(row!.file);
      return join(filesFolder(world.config), key.slice(0, 2), key.slice(2));
    };
    rmSync(await pathOf("missing.png"));
    const [broken, left] = [await pathOf("broken.png"), await pathOf("left.png")];
    for (const path of [broken, left]) {
      rmSync(path);
      // What stands there can be opened and not be read.
      mkdirSync(path);
      for (let n = 0; n < 100; n++) writeFileSync(join(path, `${"x".repeat(100)}${n}`), "");
    }
    const id = await beginErasing(world, "reporter", email);
    const failing = () => runErasure(world.store, id);
    await expect(failing()).rejects.toThrow(
      `A file attached to issue ${here.issue} can't be read, and may hold the address: EISDIR`,
    );
    rmSync(broken, { recursive: true });
    writeFileSync(broken, file);
    await expect(failing()).rejects.toThrow(`A file attached to issue ${here.issue} can't be read`);
    expect(readFileSync(await pathOf("broken.png")).includes(email)).toBe(false);
    await remove(here, here.issue, "left.png");
    rmSync(left, { recursive: true });
    await failing();
    await expectForgotten(world, email);
    const { problems } = await examineFiles(world.store.reader, world.store.files);
    expect(problems).toEqual([expect.stringContaining('the file of "missing.png" is missing')]);
    await world.close();
  });

  test("one that is interrupted says how many files it has looked through, and reads none of them again", async () => {
    const here = await stage(kind, "folder");
    const { world } = here;
    const email = "sybil@example.com";
    await raisedBy(world, email);
    const film = grown(MP4, 6_000_000);
    const last = { "z.png": pngWith(`Author\0${email}`) };
    await attachTo(here, here.issue, { "a.mp4": film, "b.mp4": film, "c.mp4": film, ...last });
    const id = await beginErasing(world, "reporter", email);
    const heard = new Set<number | null>();
    const stopped = runErasure(world.store, id, ({ files }) => {
      heard.add(files);
      if (files === 3) throw new Error("closed");
    });
    await expect(stopped).rejects.toThrow("closed");
    expect([...heard]).toEqual([null, 0, 3]);
    const opened: number[] = [];
    const { files } = world.store;
    const watched: FileStore = {
      ...files,
      async open(key, start, end) {
        opened.push(end + 1);
        return files.open(key, start, end);
      },
    };
    await runErasure({ ...world.store, files: watched }, id);
    // Once to look, and once for the copy.
    expect(opened).toEqual([last["z.png"].length, last["z.png"].length]);
    await expectGone(here, email);
    await expectSound(world);
    await world.close();
  });

  test("a copy that nobody has noted, or whose attachment is another's by now, is not attached", async () => {
    const here = await stage(kind, "folder");
    const { world } = here;
    await attachTo(here, here.issue, { "shot.png": PNG });
    const [row] = await rowsOf(world, "select a.file, i.app_id from attachment a join issue i on i.id = a.issue_id");
    const { performer, workspace } = world.store;
    const owner = { kind: "issue" as const, id: here.issue };
    const found = {
      file: String(row!.file),
      appId: String(row!.app_id),
      name: "shot.png",
      owner,
      size: PNG.length,
      hash: "",
    };
    const copy = { file: "0".repeat(32), hash: "" };
    const input = { id: "era_none", workspaceId: workspace.id, found, copy };
    await expect(performer.perform(replaceFile, input)).rejects.toMatchObject({ code: "timeout" });
    const other = { ...input, found: { ...found, file: "1".repeat(32) } };
    expect(await performer.perform(replaceFile, other)).toBe(false);
    await expectShown(here, here.issue, { "shot.png": PNG });
    await expectSound(world);
    await world.close();
  });
});

/** So many steps are done, then none, as of a process that was killed. Those that go through tables don't count. */
function killedAfter({ store }: World, steps: number) {
  let left = steps;
  const counted = () => {
    if (left-- <= 0) throw new Error("killed");
  };
  const performer: Performer = {
    ...store.performer,
    async perform(action, ...rest) {
      if (action.name !== "eraseStep") counted();
      return store.performer.perform(action, ...rest);
    },
  };
  const files: FileStore = {
    ...store.files,
    async put(key, source) {
      counted();
      await store.files.put(key, source);
    },
    async remove(key) {
      counted();
      await store.files.remove(key);
    },
  };
  const clean = async () => {
    counted();
    await store.clean();
  };
  return { reader: store.reader, performer, files, clean };
}
