// Does what the install guides say, line by line, each on a machine of its own with systemd as its first process, and looks at what
// came of it: whom the service runs as, that it comes back when it is killed, that it reloads and stops well. The guide of the container
// is tried by npm run try-image. Needs root, Debian's packages systemd and dbus, and 3 GB of memory. npm run try-guides [-- executable source]
import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { copyCheckout } from "./guides/checkout.ts";
import { scriptOf } from "./guides/guide.ts";
import { bootMachine, GIVEN, type Machine } from "./guides/machine.ts";
import { same, say } from "./real-program.ts";

const run = promisify(execFile);
const BACK_WITHIN_MS = 60_000;
const ADDRESS = "http://localhost:3000";
const isMaking = (heading: string) => heading.startsWith("## 1.");
const isEnd = (heading: string) => heading.includes("Take it away");
const GUIDES = {
  executable: { guide: "docs/install/executable.md", give: makeExecutable, follow: followExecutable },
  source: { guide: "docs/install/source.md", give: copyCheckout, follow: followSource },
};

const folder = mkdtempSync(join(tmpdir(), "retest-guides-"));
try {
  const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(GUIDES);
  for (const name of names) {
    const known = GUIDES[name as keyof typeof GUIDES];
    if (known === undefined) throw new Error(`there is no guide ${name}: ${Object.keys(GUIDES).join(", ")}`);
    const given = join(folder, name);
    await known.give(given);
    const machine = await bootMachine(join(folder, "machine"), given);
    try {
      await known.follow(machine, known.guide);
      say(`${known.guide}: every line does what it should`);
    } finally {
      await machine.off();
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** What is handed over to the server. Here and now `npm ci` is done, and what is built is built. */
async function makeExecutable(given: string): Promise<void> {
  const script = `npm() { [ "$1" = ci ] || command npm "$@"; }\n${scriptOf(GUIDES.executable.guide, isMaking)}`;
  await run("bash", ["-c", script], { env: { ...process.env, npm_config_ignore_scripts: "true" }, maxBuffer: 2 ** 26 });
  mkdirSync(given);
  for (const file of [`dist/executable/retest-linux-${process.arch}`, "deploy/retest.service"]) {
    copyFileSync(file, join(given, basename(file)));
  }
}

async function followExecutable(machine: Machine, guide: string): Promise<void> {
  await must(machine, `rm -f ${process.execPath} /usr/bin/node /usr/local/bin/node; ! command -v node`);
  await follow(
    machine,
    scriptOf(guide, (heading) => !isMaking(heading) && !isEnd(heading)),
  );
  say("a machine without Node: installed, started, asked, backed up, upgraded");
  await lookAtService(machine);
  await lookAtSettings(machine, guide);
  await follow(machine, scriptOf(guide, isEnd));
  same(
    "the service, once it is taken away",
    (await machine.run("systemctl", "is-active", "retest")).output,
    "inactive\n",
  );
  same("its data", (await machine.run("ls", "/var/lib/retest/retest.db")).code, 0);
}

async function followSource(machine: Machine, guide: string): Promise<void> {
  await follow(machine, scriptOf(guide));
  say("a checkout: built, packed, installed, started, asked, reloaded");
  await lookAtService(machine);
  await lookAtSettings(machine, guide);
  // An upgrade does the same: another folder, and the link leads there.
  await must(machine, "cp -a $(realpath /opt/retest) /opt/retest-newer && ln -sfn /opt/retest-newer /opt/retest");
  await reload(machine);
  const used = await must(
    machine,
    'for worker in $(pgrep -P "$(systemctl show -P MainPID retest)"); do cat /proc/$worker/maps; done',
  );
  same("workers that run from the newer folder", used.includes("/opt/retest-newer/node_modules/"), true);
  same("workers that run from the older one", /\/opt\/retest-\d/.test(used), false);
  say("after a reload the workers run from the folder that the link leads to");
  await must(machine, "systemctl stop retest");
  same("how it ended", await shown(machine, "ExecMainStatus"), "0");
}

/** Without a network, npm has what it has fetched before. */
async function follow(machine: Machine, script: string): Promise<void> {
  const npm = {
    npm_config_offline: "true",
    npm_config_cache: (await run("npm", ["config", "get", "cache"])).stdout.trim(),
  };
  const { code, output } = await machine.shell(`cd ${GIVEN} || exit 1; ${script}`, npm);
  if (code === 0) return;
  throw new Error(`${output.slice(-3_000)}\n${await logOf(machine)}`);
}

/** What the unit promises. */
async function lookAtService(machine: Machine): Promise<void> {
  const main = await shown(machine, "MainPID");
  const status = await must(machine, `cat /proc/${main}/status`);
  same("its user", await must(machine, `stat -c %U /proc/${main}`), "retest\n");
  same("new privileges are refused", /^NoNewPrivs:\s*1$/m.test(status), true);
  same("it has no capabilities", /^CapBnd:\s*0+$/m.test(status), true);
  same("calls of the system are filtered", /^Seccomp:\s*2$/m.test(status), true);
  same("its data is its own", await must(machine, "stat -c '%U %a' /var/lib/retest"), "retest 700\n");
  const outside = await machine.shell(`nsenter --target ${main} --mount touch /etc/written /usr/written`);
  same("what it could write to elsewhere", outside.output.match(/Read-only file system/g)?.length, 2);

  await must(machine, `kill -9 ${main}`);
  for (const until = Date.now() + BACK_WITHIN_MS; (await shown(machine, "NRestarts")) !== "1"; await sleep(100)) {
    if (Date.now() > until) throw new Error("it was killed and did not come back");
  }
  await isReady(machine);
  same("it is another process", (await shown(machine, "MainPID")) === main, false);
  await reload(machine);
  await must(machine, "systemctl stop retest");
  same("how it ended", [await shown(machine, "ExecMainStatus"), await shown(machine, "Result")], ["0", "success"]);
  await must(machine, "systemctl start retest");
  await isReady(machine);
  say("the service: hardened as the unit says, back after kill -9, reloaded, stopped with 0, started again");
}

/** Values that a shell would read otherwise, for the service and for commands; and one that is wrong. */
async function lookAtSettings(machine: Machine, guide: string): Promise<void> {
  const settings = ["RETEST_SMTP_URL=smtp://127.0.0.1:1", "RETEST_MAIL_FROM=Quality $5 & Co <retest@example.com>"];
  await must(
    machine,
    `cp /etc/retest.env /root/retest.env; printf '%s\\n' '${settings.join("' '")}' >> /etc/retest.env`,
  );
  await must(machine, "systemctl restart retest");
  await isReady(machine);
  await follow(
    machine,
    scriptOf(guide, (heading) => heading.includes("Commands")),
  );
  await must(machine, "echo PORT=none >> /etc/retest.env; systemctl restart retest || true");
  for (
    const until = Date.now() + BACK_WITHIN_MS;
    (await shown(machine, "ActiveState")) !== "failed";
    await sleep(100)
  ) {
    if (Date.now() > until) throw new Error("a setting is wrong, and it is started again and again");
  }
  same("how it ended", await shown(machine, "ExecMainStatus"), "2");
  await must(machine, "cp /root/retest.env /etc/retest.env; systemctl restart retest");
  await isReady(machine);
  say(
    "settings with spaces, $ and & are read by the service and by commands; a wrong one ends it, and is not tried again",
  );
}

async function reload(machine: Machine): Promise<void> {
  const main = await shown(machine, "MainPID");
  const workers = async () => (await must(machine, `pgrep -P ${main}`)).trim().split("\n");
  const before = await workers();
  await must(machine, "systemctl reload retest");
  for (
    const until = Date.now() + BACK_WITHIN_MS;
    (await workers()).some((id) => before.includes(id));
    await sleep(100)
  ) {
    if (Date.now() > until) throw new Error("it was reloaded and has its old workers");
  }
  await isReady(machine);
  same("the process that was reloaded", await shown(machine, "MainPID"), main);
}

async function isReady(machine: Machine): Promise<void> {
  await must(machine, `curl --silent --fail --retry 60 --retry-connrefused --retry-delay 1 ${ADDRESS}/readyz`);
}

async function shown(machine: Machine, property: string): Promise<string> {
  return (await must(machine, `systemctl show --property ${property} --value retest`)).trim();
}

async function must(machine: Machine, script: string): Promise<string> {
  const { code, output } = await machine.shell(script);
  if (code !== 0) throw new Error(`${script}: ${output}\n${await logOf(machine)}`);
  return output;
}

async function logOf(machine: Machine): Promise<string> {
  return (await machine.run("journalctl", "--unit", "retest", "--no-pager", "--lines", "30")).output;
}
