// A Redmine of its own on loopback: a copy of what Debian installs, with a database that is thrown away.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort } from "../test/support/machine/free-port.ts";
import { findFolder } from "./debian-program.ts";

const REDMINE = {
  title: "Redmine",
  packages: ["redmine", "redmine-sqlite"],
  folder: "/usr/share/redmine",
  // The machine's own instance is left to whoever wants one.
  answers: ["redmine redmine/instances/default/dbconfig-install boolean false"],
};
const WITHIN_MS = 180_000;
const INSTANCE = "try";

/** What a fresh one holds: the REST interface switched on, a project, and an account whose role may move issues both ways. */
const SEED = `
Redmine::DefaultData::Loader.load('en')
Setting.rest_api_enabled = '1'
project = Project.create!(name: 'Shop', identifier: 'shop', is_public: false, enabled_module_names: ['issue_tracking'])
project.trackers = Tracker.all
user = User.new(firstname: 'Retest', lastname: 'Bot', mail: 'retest@example.org', language: 'en')
user.login = 'retest'
user.password = SecureRandom.hex
user.save!
Member.create!(project: project, principal: user, roles: [Role.find_by!(name: 'Manager')])
puts({ version: Redmine::VERSION.to_s, key: user.api_key }.to_json)
`;

const run = promisify(execFile);

export interface RedmineServer {
  url: string;
  version: string;
  key: string;
  child: ChildProcess;
  /** Runs a program within Redmine; gives what it prints. */
  runner(program: string): Promise<string>;
}

export async function startRedmine(folder: string): Promise<RedmineServer> {
  const app = join(folder, "redmine");
  copy(await findFolder(REDMINE), app, folder);
  const env = { ...process.env, REDMINE_INSTANCE: INSTANCE, RAILS_ENV: "production", RUBYOPT: "-W0" };
  const how = { cwd: app, env, timeout: WITHIN_MS, maxBuffer: 10_000_000 };
  const runner = async (program: string) => (await run("bundle", ["exec", "rails", "runner", program], how)).stdout;
  await run("bundle", ["exec", "rake", "db:migrate"], how);
  const seeded = JSON.parse((await runner(SEED)).trim().split("\n").at(-1)!) as Pick<RedmineServer, "key" | "version">;
  const port = await freePort();
  const args = ["exec", "rails", "server", "-u", "webrick", "-b", "127.0.0.1", "-p", String(port)];
  const child = spawn("bundle", args, { cwd: app, env, stdio: "ignore" });
  const url = `http://127.0.0.1:${port}`;
  await isReady(url, child);
  return { url, ...seeded, child, runner };
}

/** With its own instance, and the gems for SQLite and for a server that needs no other program. */
function copy(from: string, app: string, folder: string): void {
  cpSync(from, app, { recursive: true, verbatimSymlinks: true });
  const lock = readFileSync(join(from, "Gemfile.lock"));
  for (const link of ["instances", "Gemfile.lock", "config/database.yml"]) rmSync(join(app, link), { force: true });
  writeFileSync(join(app, "Gemfile.lock"), lock);
  const gemfile = readFileSync(join(app, "Gemfile"), "utf8");
  writeFileSync(join(app, "Gemfile"), gemfile.replace(`${from}/{config`, `${app}/{config`));
  writeFileSync(join(app, "Gemfile.local"), 'gem "webrick"\n');
  const instance = join(app, "instances", INSTANCE);
  for (const part of ["config", "tmp", "log", "files"]) mkdirSync(join(instance, part), { recursive: true });
  const database = `production:\n  adapter: sqlite3\n  database: ${join(folder, "redmine.sqlite3")}\n`;
  writeFileSync(join(instance, "config/database.yml"), database);
  writeFileSync(join(app, "config/database.yml"), database);
  writeFileSync(join(instance, "config/secret_key.txt"), "0123456789abcdef".repeat(4));
}

async function isReady(url: string, child: ChildProcess): Promise<void> {
  for (const until = Date.now() + WITHIN_MS; Date.now() < until; await sleep(200)) {
    if (child.exitCode !== null || child.pid === undefined) break;
    const ready = await fetch(`${url}/issues.json`).catch(() => null);
    await ready?.text();
    if (ready !== null) return;
  }
  throw new Error("Redmine did not start");
}
