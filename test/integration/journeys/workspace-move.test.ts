// A workspace moves from one installation to another, also to the other database: people, keys and tools go on there as if nothing had happened.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { sampleBody } from "../../../src/domain/webhook/issue-fixed-event.ts";
import { isSignedWith } from "../../../src/lib/crypto/body-signature.ts";
import { dataOf } from "../../support/checks/route-table.ts";
import { command } from "../../support/clients/command.ts";
import { addTotp, codeIn, finish, halfSignIn } from "../../support/clients/factor-client.ts";
import { type IssueData, issueClientOf } from "../../support/clients/issue-client.ts";
import { isSignedIn, type Joined, join, rowsOf, signIn } from "../../support/clients/person-client.ts";
import { post, signed } from "../../support/clients/webhook-client.ts";
import {
  type ExportedFile,
  exportFrom,
  importInto,
  linesIn,
  settingsOf,
} from "../../support/clients/workspace-file.ts";
import { behind } from "../../support/database/direct-sql.ts";
import { openReceiver, type Receiver } from "../../support/fake-tools/notify-receiver.ts";
import { type NotifiedApp, notifiedApp } from "../../support/samples/notified-app.ts";
import { attach, download, grown, PNG } from "../../support/samples/sample-files.ts";
import { type OtherWorkspace, secondWorkspace } from "../../support/server/second-workspace.ts";
import { DATABASES, type DatabaseKind } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

const WAYS = DATABASES.flatMap((from) =>
  DATABASES.filter((to) => to !== from || DATABASES.length === 1).map((to) => [from, to] as const),
);
const REPORTED = { title: "It broke", external_id: "E-17", source: "Pager" };

describe.each(WAYS)("from %s to %s", (from: DatabaseKind, to: DatabaseKind) => {
  const source = worldOf(from);
  const target = worldOf(to, { secretKey: "another key, of another installation" });
  const picture = grown(PNG, 300_000);
  let staying: OtherWorkspace;
  let receiver: Receiver;
  let app: NotifiedApp;
  let hookPath: string;
  let person: Joined;
  let guarded: Joined;
  let totp: { secret: string };
  let before: IssueData;
  let fixed: IssueData;
  let result: string;
  let cycles: string[];
  let reports: string[];
  let exported: ExportedFile;
  let busy: string;
  /** What was raised while it was exported, in order. */
  const raised: string[] = [];

  const reportsOf = async (world: typeof source, key: string) => {
    const texts: string[] = [];
    for (const id of cycles) {
      for (const format of ["json", "csv"]) {
        const response = await fetch(`${world.address}/api/v1/cycles/${id}/report?format=${format}`, {
          headers: { authorization: `Bearer ${key}` },
        });
        texts.push(`${response.status} ${await response.text()}`);
      }
    }
    return texts;
  };
  const workspacesOf = async () =>
    JSON.parse((await command(["workspace", "list", "--json"], settingsOf(target))).stdout) as {
      id: string;
      name: string;
    }[];

  beforeAll(async () => {
    receiver = await openReceiver();
    staying = await secondWorkspace(source);
    const theirs = await staying.app({ mode: "live" });
    await source.call(staying.admin, "POST", "/issues", { app: theirs.id, check: "PAY-1", text: "Theirs alone" });
    // The one that is there already has things of the same names, and its workspace the same id.
    await notifiedApp(target, receiver.url, { name: "Shop" });
    person = await join(source, { role: "admin" });
    guarded = await join(source, { role: "tester" });
    totp = await addTotp(source, guarded.cookie);
    app = await notifiedApp(source, receiver.url, { name: "Shop" });
    hookPath = new URL((await dataOf(source, "GET", `/apps/${app.id}/webhook`)).url).pathname;
    before = await app.raise(REPORTED);
    fixed = await app.raiseAndFix({ title: "Fixed before" });
    await vi.waitUntil(() => receiver.arrivals.length === 1, { timeout: 120_000 });
    await attach(source, person.cookie, before.id, "shot.png", picture);
    cycles = [];
    for (const name of ["1.0", "1.1"]) {
      cycles.push((await dataOf(source, "POST", `/apps/${app.id}/cycles`, { name })).id);
      const recording = { app: app.id, check: "PAY-1", outcome: "passed", platforms: ["ios"], cycle: name };
      result = (await dataOf(source, "POST", "/results", recording))[0].id;
    }
    await dataOf(source, "POST", `/cycles/${cycles[0]}/close`);
    await attach(source, person.cookie, result, "proof.png", PNG);
    reports = await reportsOf(source, source.admin);
    const body = sampleBody("http://localhost", { id: app.id, name: app.name, prefix: "SH" }, 1_000);
    await behind(
      source,
      `insert into notification (id, app_id, issue_id, kind, state, body, created_at)
       values ('ntf_waiting', '${app.id}', null, 'fixed', 'sending', '${body}', 1000)`,
    );
    busy = (await source.app({ name: "Busy" })).id;
    let isExporting = true;
    const writing = (async () => {
      while (isExporting) {
        const body = { app: busy, check: "PAY-1", text: `Under load ${raised.length}` };
        raised.push((await source.call(source.tester, "POST", "/issues", body)).body.data.id);
      }
    })();
    await vi.waitUntil(() => raised.length > 5, { timeout: 120_000 });
    await behind(
      source,
      "update workspace set request_rate = 1000001, delivery_rate = 1000002, stream_limit = 1000003, file_limit = 1000004000",
    );
    exported = await exportFrom(source, source.store.workspace.id);
    isExporting = false;
    await writing;
    // What is not sent yet waits: here it would have been sent by now.
    receiver.arrivals = [];
  });
  afterAll(async () => {
    exported?.remove();
    await receiver.close();
  });

  test("the file has no line of another workspace, and reveals nothing without its key", async () => {
    expect(exported.outcome).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Exported the workspace .* 2 files\./),
    });
    const lines = (await linesIn(exported)).join("\n");
    expect(lines).toContain(app.id);
    expect(lines).toContain(before.id);
    const theirRows = await rowsOf(
      source,
      `select id from app where workspace_id = '${staying.workspaceId}' union all select i.id from issue i join app a on a.id = i.app_id where a.workspace_id = '${staying.workspaceId}'
       union all select id from key where workspace_id = '${staying.workspaceId}' union all select id from workspace where id = '${staying.workspaceId}'`,
    );
    expect(theirRows.length).toBeGreaterThan(5);
    for (const { id } of theirRows) expect(lines).not.toContain(id);
    for (const word of ["Theirs", "elsewhere", staying.workspaceId]) expect(lines).not.toContain(word);
    // Not even with the key: what was encrypted stays encrypted.
    for (const secret of [app.secret, totp.secret, hookPath.split("/").at(-1)!, source.config.secretKey]) {
      expect(lines).not.toContain(secret);
    }
    const bytes = readFileSync(exported.file, "latin1");
    for (const word of [app.id, "Shop", person.email, "workspace.created"]) expect(bytes).not.toContain(word);
  });

  test("a trial says what would come, and changes nothing", async () => {
    const tried = await importInto(target, exported, "--dry-run", "--name", "Field team");
    expect(tried).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^Would import the workspace "Field team", on the plan unlimited: [\d,]+ rows and 2 files, .* Nothing was changed\.\n$/,
      ),
    });
    expect(await workspacesOf()).toHaveLength(1);
    expect(await command(["doctor"], settingsOf(target))).toMatchObject({ code: 0 });
  });

  test("it comes beside the workspace that is there, while the server runs, and the doctor finds nothing", async () => {
    const done = await importInto(target, exported, "--name", "Field team");
    expect([done.code, done.stderr.replaceAll(/^\w+: \d+ rows\n/gm, "")]).toEqual([0, ""]);
    expect(done.stdout).toMatch(/^Imported the workspace "Field team" \(wsp_\w+\), on the plan unlimited: /);
    const [first, moved] = await workspacesOf();
    expect([first!.id, first!.name, moved!.name]).toEqual(["wsp_default", "Workspace", "Field team"]);
    const doctor = await command(["doctor"], settingsOf(target));
    expect([doctor.code, doctor.stdout]).toEqual([0, "3 apps examined, 0 differences.\n"]);
  });

  test("what an operator has limited there is not limited here", async () => {
    const limits = "request_rate, delivery_rate, stream_limit, file_limit";
    expect(await rowsOf(source, `select ${limits} from workspace where request_rate is not null`)).toHaveLength(2);
    expect(await rowsOf(target, `select ${limits} from workspace where name = 'Field team'`)).toEqual([
      { request_rate: null, delivery_rate: null, stream_limit: null, file_limit: null },
    ]);
  });

  test("a person signs in with their password, and with their second factor; sessions stay where they were", async () => {
    expect(await isSignedIn(target.address, person.cookie)).toBe(false);
    const { status, body } = await signIn(target, person.email);
    expect([status, body.data.workspace?.name ?? "Field team"]).toEqual([200, "Field team"]);
    const half = await halfSignIn(target, guarded.email);
    const whole = await finish(target.address, half.cookie, { code: codeIn(target, totp.secret, 1) });
    expect(whole.status).toBe(200);
  });

  test("a key works, and reaches its own workspace only", async () => {
    const { body } = await target.call(source.admin, "GET", "/apps");
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([app.id, busy]);
    expect((await target.call(target.admin, "GET", `/apps/${app.id}`)).status).toBe(404);
    const found = await target.call(source.admin, "GET", `/issues?app=${app.id}&q=broke&status=all`);
    expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([before.id]);
  });

  test("of what was raised meanwhile all is there up to one moment, and nothing after it", async () => {
    const there = (await rowsOf(target, `select id from issue where app_id = '${busy}' order by id`)).map(
      ({ id }) => id,
    );
    expect(there.length).toBeGreaterThan(5);
    expect(there).toEqual(raised.slice(0, there.length));
  });

  test("attached files open, and are files of their own", async () => {
    const { cookie } = await signIn(target, person.email);
    expect((await download(target, cookie!, before.id, "shot.png")).bytes.equals(picture)).toBe(true);
    expect((await download(target, cookie!, result, "proof.png")).bytes.equals(PNG)).toBe(true);
    const files = (world: typeof source) => rowsOf(world, "select file from attachment where file is not null");
    expect(await files(target)).not.toEqual(await files(source));
    expect(await rowsOf(target, "select file from loose_file")).toEqual([]);
  });

  test("reports of cycles are the same byte for byte", async () => {
    expect(reports.every((text) => text.startsWith("200 "))).toBe(true);
    expect(await reportsOf(target, source.admin)).toEqual(reports);
  });

  test("what was not sent when it was exported is shown as interrupted, and sent by nobody here", async () => {
    const { body } = await target.call(source.admin, "GET", `/apps/${app.id}/notifications`);
    expect(body.data.map(({ id, state }: { id: string; state: string }) => [id, state])).toContainEqual([
      "ntf_waiting",
      "interrupted",
    ]);
    expect(receiver.arrivals).toEqual([]);
  });

  test("the webhook's URL takes a signed delivery, dedupes against what was raised before, and a fix notifies with the right signature", async () => {
    const unsigned = await post(target.address + hookPath, REPORTED);
    expect(unsigned.status).toBe(401);
    const again = await post(target.address + hookPath, REPORTED, signed(app.secret, REPORTED));
    expect([again.status, again.body.issue.id]).toEqual([200, before.id]);
    const fresh = { title: "After the move", external_id: "E-18", source: "Pager" };
    const raised = await post(target.address + hookPath, fresh, signed(app.secret, fresh));
    expect([raised.status, raised.body.issue.code]).toEqual([201, "SHO-3"]);
    await issueClientOf({ ...target, admin: source.admin }).fix(before.id);
    await expect.poll(() => receiver.arrivals.length).toBe(1);
    const [arrival] = receiver.arrivals;
    expect([arrival!.body.event, arrival!.body.issue.id]).toEqual(["issue.fixed", before.id]);
    expect(isSignedWith(app.secret, arrival!.bytes, arrival!.headers["x-signature"])).toBe(true);
    expect(receiver.arrivals.filter(({ body }) => body.issue.id === fixed.id)).toEqual([]);
  });

  test("the audit log goes on here: who exported and imported it is noted, and the doctor vouches for all of it", async () => {
    const { body } = await target.call(source.admin, "GET", "/audit?limit=200");
    const actions = body.data.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(["workspace.imported", "webhook.secret_set", "cycle.closed"]));
    const there = await source.call(source.admin, "GET", "/audit?action=workspace.exported");
    expect(there.body.data).toHaveLength(1);
    expect(await target.problems()).toEqual([]);
    expect(await source.problems()).toEqual([]);
  });

  test("a second time it is refused whole, with a sentence, here and where it came from", async () => {
    for (const world of [target, source]) {
      const { code, stderr } = await importInto(world, exported);
      expect([code, stderr]).toEqual([
        2,
        expect.stringMatching(/is in this database already .* Nothing was imported\.\n$/),
      ]);
      expect(await world.problems()).toEqual([]);
    }
    expect(await workspacesOf()).toHaveLength(2);
  });
});
