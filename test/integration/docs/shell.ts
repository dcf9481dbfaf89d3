// Runs the shell blocks of a document as a reader does who pastes one after the other into a terminal, in a checkout of their own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { type Block, blocksOf, placeOf } from "../../support/checks/doc-blocks.ts";
import { freePort } from "../../support/machine/free-port.ts";
import { jobsOf } from "./ci-jobs.ts";

/** What of the repository stands in the reader's checkout. Their data folder is their own. */
const CHECKOUT = ["bin", "dist", "deploy", "docs", "package.json", "package-lock.json", ".npmrc", "LICENSE"];

/**
 * Read before each document. `npm ci` is done already. A server that is started goes on in the background: the first one is
 * that of all documents, others are stopped once they listen. That the gate says no is an answer.
 */
const PRELUDE = String.raw`
shopt -s expand_aliases
set -o pipefail
failed() {
  case "$1 $2" in "1 "*retest*" gate "* | "1 node cli.mjs gate "*) return ;; esac
  echo "$DOCUMENT:$3: this ended with $1: $2" >&2
  exit 1
}
trap 'failed $? "$BASH_COMMAND" $LINENO' ERR
retest() { node "$SCRATCH/checkout/bin/retest.js" "$@"; }
npm() {
  case "$*" in
    ci) ;;
    start | "run demo") in_background "$*" ;;
    *) command npm "$@" ;;
  esac
}
in_background() {
  local log="$SCRATCH/server.log" port="$PORT" pid
  [ ! -e "$log" ] && [ "$1" = start ] || { log="$SCRATCH/other.log" port=0; }
  # A group of its own: npm does not pass on to the server that it is to end.
  set -m
  PORT="$port" command npm $1 >"$log" 2>&1 &
  pid=$!
  set +m
  until grep -qE 'Retest (listens on|runs at)' "$log"; do
    kill -0 $pid 2>/dev/null || { cat "$log" >&2; return 1; }
    sleep 0.1
  done
  if [ "$log" = "$SCRATCH/server.log" ]; then
    echo $pid >"$SCRATCH/server.pid"
    retest key create --name Docs --role admin --json | sed 's/.*"key":"\([^"]*\)".*/\1/' >"$SCRATCH/key"
  else
    kill -- -$pid
    wait $pid || true
  fi
}
webhook_url() {
  curl "http://localhost:$PORT/api/v1/apps/Shop/webhook" -H "Authorization: Bearer $(cat "$SCRATCH/key")" | grep -o '"url":"[^"]*' | cut -d'"' -f4
}
fix_everything() {
  local address="http://localhost:$PORT/api/v1" id
  for id in $(curl "$address/issues?app=Shop" -H "Authorization: Bearer $KEY" | grep -o '"id":"iss_[^"]*' | cut -d'"' -f4); do
    curl -X POST "$address/issues/$id/fix" -H "Authorization: Bearer $KEY"
  done
  curl "$address/results" -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \
    -d '{"app": "Shop", "check": "CART-1", "outcome": "passed"}'
}
join_as() {
  local token
  token=$(retest person invite --role "$1" --json | grep -o '#[^"]*' | tr -d '#')
  curl "http://localhost:$PORT/ui/v1/invitations/accept" -H "Origin: http://localhost:$PORT" -H 'Content-Type: application/json' \
    -d "{\"token\": \"$token\", \"name\": \"Somebody\", \"email\": \"$2\", \"password\": \"correct horse battery\"}"
}
ci_job() { (cd "$SCRATCH/project" && env -i PATH="$PATH" HOME="$HOME" bash -e "$1"); }
`;

export class Shell {
  readonly #scratch: string;
  readonly #env: Record<string, string>;
  readonly #readersOwn: [RegExp, string][];

  private constructor(scratch: string, env: Record<string, string>, readersOwn: [RegExp, string][]) {
    this.#scratch = scratch;
    this.#env = env;
    this.#readersOwn = readersOwn;
  }

  /** `databaseUrl` is an empty PostgreSQL database. */
  static async open(scratch: string, databaseUrl: string): Promise<Shell> {
    const port = await freePort();
    const address = `http://localhost:${port}`;
    const checkout = join(scratch, "checkout");
    for (const name of ["checkout/reports", "project", "home", "backups", "opt", "usr/local/bin"])
      mkdirSync(join(scratch, name), { recursive: true });
    for (const name of CHECKOUT) cpSync(name, join(checkout, name), { recursive: true });
    for (const place of [checkout, join(scratch, "project")])
      symlinkSync(resolve("node_modules"), join(place, "node_modules"));
    writeFileSync(join(scratch, "project/pay.test.js"), TEST_OF_A_READER);
    for (const name of ["junit.xml", "reports/junit.xml"]) writeFileSync(join(checkout, name), REPORT_OF_A_READER);
    // Refusals end a command, and nothing is shown of progress.
    writeFileSync(join(scratch, "home/.curlrc"), "fail-with-body\nsilent\nshow-error\n");
    writeFileSync(join(scratch, "prelude.sh"), PRELUDE);
    const env = {
      ...machineEnvironment(),
      HOME: join(scratch, "home"),
      SCRATCH: scratch,
      PORT: `${port}`,
      BASH_ENV: join(scratch, "prelude.sh"),
      RETEST_NOTIFY_ALLOWED_HOSTS: "localhost",
      // What is built is served as it is: a build would take it away from the other tests.
      npm_config_ignore_scripts: "true",
      npm_config_prefer_offline: "true",
      npm_config_cache: process.env.npm_config_cache ?? join(process.env.HOME ?? "", ".npm"),
      GIT_COMMIT: "4f2a9c1",
    };
    return new Shell(scratch, env, [
      [/HOOK=\S+/g, "HOOK=$(webhook_url)"],
      [/https:\/\/hooks\.slack\.com\/services\/[\w/]+/g, `${address}/healthz`],
      [/https?:\/\/(?:retest\.example\.com|localhost:3000)/g, address],
      [/rt_(?:\.\.\.|…)/g, `$(cat ${scratch}/key)`],
      [/\$\{\{ secrets\.RETEST_API_KEY \}\}/g, `$(cat ${scratch}/key)`],
      [/postgres:\/\/user:password@host\/database/g, databaseUrl],
      [/(?<![\w.-])\/(opt|backups|usr\/local\/bin)\//g, `${scratch}/$1/`],
    ]);
  }

  /** Gives what went wrong, with file and line, or nothing. `first` is done before it. */
  async run(file: string, first = ""): Promise<string> {
    const state = join(this.#scratch, "state.sh");
    const lines: string[] = readFileSync(file, "utf8")
      .split("\n")
      .map(() => "");
    for (const block of blocksOf(file)) {
      if (block.note === "left-out") continue;
      if (block.language === "sh")
        for (const [i, text] of block.lines.entries()) lines[block.line - 1 + i] = this.#own(text);
      else if (["yaml", "groovy"].includes(block.language)) lines[block.line - 1] = this.#lineFor(block);
    }
    // What the README sets is set for whoever goes on reading. Lines keep their numbers.
    lines[0] = `[ ! -e ${state} ] || . ${state}; ${first}`;
    if (file === "README.md") lines.push(`declare -p KEY API > ${state}`);
    const script = join(this.#scratch, `${basename(file)}.sh`);
    writeFileSync(script, lines.join("\n"));
    const child = spawn("bash", [script], {
      cwd: join(this.#scratch, "checkout"),
      env: { ...this.#env, DOCUMENT: file },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        said = (said + chunk).slice(-2_000);
      });
    }
    await once(child, "close");
    return child.exitCode === 0 ? "" : said;
  }

  /** A file is written where the shell finds it, the jobs of a CI are done, other YAML is only read. */
  #lineFor(block: Block): string {
    const [, name] = /^file=(\S+)$/.exec(block.note) ?? [];
    if (name !== undefined) {
      writeFileSync(join(this.#scratch, "checkout", name), `${block.lines.join("\n")}\n`);
      return "";
    }
    const jobs = jobsOf(block).map((job, i) => {
      const script = join(this.#scratch, `${placeOf(block).replaceAll(/\W/g, "-")}-${i}.sh`);
      writeFileSync(script, this.#own(job));
      return `ci_job ${script}`;
    });
    return jobs.join("; ");
  }

  /** What a reader puts in place of what is printed. */
  #own(text: string): string {
    return this.#readersOwn.reduce((so, [printed, own]) => so.replaceAll(printed, own), text);
  }

  async close(): Promise<void> {
    const file = join(this.#scratch, "server.pid");
    if (!existsSync(file)) return;
    const pid = Number(readFileSync(file, "utf8"));
    process.kill(-pid, "SIGTERM");
  }
}

/** How this machine reaches programs and the registry, without what was told to the tests. */
function machineEnvironment(): Record<string, string> {
  const told = /^(?:npm_|RETEST_|VITEST|NODE_ENV$|NODE_OPTIONS$|TEST$|DATABASE_URL$|PORT$|HOST$)/;
  const own = Object.entries(process.env).filter(([name, value]) => value !== undefined && !told.test(name));
  return Object.fromEntries(own) as Record<string, string>;
}

const TEST_OF_A_READER = `import { expect, test } from "vitest";

test("PAY-1 pays by card", () => expect(1).toBe(1));
`;

const REPORT_OF_A_READER = `<testsuites><testsuite name="Pay">
  <testcase name="PAY-1 pays by card"/>
  <testcase name="CART-1 adds an article"/>
</testsuite></testsuites>
`;
