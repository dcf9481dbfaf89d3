// Settings: a wrong value stops the start with one sentence that names it; the secret is made and kept private.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Config, readConfig } from "../../../src/startup/config.ts";
import { command } from "../../support/clients/command.ts";
import { retest, serve } from "../../support/clients/run-cli.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const SECRET = "0123456789abcdef0123456789abcdef";

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "retest-settings-"));
});

afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** One line, naming the setting, without a stack. */
async function expectRefusal(
  name: string,
  settings: Record<string, string>,
  args = ["serve"],
  run = command,
  expected = 2,
): Promise<string> {
  const { code, stdout, stderr } = await run(args, { RETEST_DATA_DIR: dir, PORT: "0", ...settings });
  expect(stderr).toMatch(/^retest: [^\n]+\.\n$/);
  expect(stderr).toContain(name);
  expect([code, stdout]).toEqual([expected, ""]);
  return stderr;
}

describe("a wrong value stops the start with a sentence that names it", () => {
  test.each([
    ["PORT", "http"],
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["PORT", "0x50"],
    ["RETEST_BASE_URL", "retest.example.com"],
    ["RETEST_BASE_URL", "ftp://retest.example.com"],
    ["DATABASE_URL", "mysql://localhost/retest"],
    ["DATABASE_URL", "postgres://localhost:port/retest"],
    ["DATABASE_URL", "postgres://localhost/retest?pooler=session"],
    ["RETEST_DATABASE_REPLICA_URL", "postgres://localhost/retest"],
    ["RETEST_SECRET_KEY", "short"],
    ["RETEST_SECRET_KEY", "a".repeat(64)],
    ["RETEST_LOG_LEVEL", "loud"],
    ["RETEST_WORKERS", "0"],
    ["RETEST_WORKERS", "all"],
    ["RETEST_METRICS_TOKEN", "short"],
    ["RETEST_SMTP_URL", "mail.example.com"],
    ["RETEST_MAIL_FROM", "retest@example.com"],
    ["RETEST_S3_BUCKET", "team/files"],
    ["RETEST_S3_ACCESS_KEY", "a-key-without-a-bucket"],
    ["RETEST_FILES_IN", "cloud"],
    ["RETEST_FILES_IN", "bucket"],
    ["RETEST_HSTS", "forever"],
    ["RETEST_HSTS", "-1"],
    ["RETEST_FREE_PLAN_ISSUES", "-1"],
    ["RETEST_FREE_PLAN_ISSUES", "1.5"],
    ["RETEST_FREE_PLAN_ISSUES", "many"],
    ["RETEST_API_RATE", "-1"],
    ["RETEST_API_RATE", "fast"],
    ["RETEST_WEBHOOK_RATE", "-1"],
    ["RETEST_WEBHOOK_RATE", "often"],
    ["RETEST_DELIVERY_DAYS", "1.5"],
    ["RETEST_DELIVERY_DAYS", "4000"],
    ["RETEST_AUDIT_DAYS", "0"],
    ["RETEST_AUDIT_DAYS", "4000"],
    ["RETEST_NOTIFY_ALLOWED_HOSTS", "http://inner"],
    ["RETEST_NOTIFY_ALLOWED_HOSTS", "169.254.169.254"],
    ["RETEST_OIDC_ISSUER", "id.example.com"],
    ["RETEST_OIDC_ISSUER", "https://id.example.com/?a=b"],
    ["RETEST_OIDC_JOIN", "tester"],
    ["RETEST_PASSWORD_SIGN_IN", "no"],
    ["RETEST_PASSWORD_SIGN_IN", "off"],
    ["RETEST_SIGN_UP", "yes"],
    ["RETEST_SIGN_UP", "open"],
    ["RETEST_PROXY_USER_HEADER", "X-Forwarded-Email"],
    ["RETEST_PROXY_USER_HEADER", "Cookie"],
    ["RETEST_TRUSTED_PROXIES", "balancer"],
    ["RETEST_TRUSTED_PROXIES", "10.0.0.0/0"],
  ])("%s=%s", async (name, value) => {
    const sentence = await expectRefusal(name, { RETEST_SECRET_KEY: SECRET, [name]: value });
    if (name === "RETEST_SECRET_KEY") expect(sentence).not.toContain(value);
  });

  test("RETEST_DATA_DIR that is a file", async () => {
    const file = join(dir, "file");
    writeFileSync(file, "");
    await expectRefusal("RETEST_DATA_DIR", { RETEST_DATA_DIR: file });
  });

  test("RETEST_DATA_DIR where no folder can be made", async () => {
    await expectRefusal("RETEST_DATA_DIR", { RETEST_DATA_DIR: "/proc/retest" });
  });

  test("RETEST_SECRET_KEY that is missing with PostgreSQL", async () => {
    await expectRefusal("RETEST_SECRET_KEY", { DATABASE_URL: "postgres://127.0.0.1:1/retest" });
  });

  test("PORT that is in use", async () => {
    const { port, close } = await listen();
    await expectRefusal("PORT", { PORT: String(port) }, ["serve"], retest, 1);
    close();
  });

  test("HOST that is no address of this machine", async () => {
    await expectRefusal("HOST", { HOST: "203.0.113.7" }, ["serve"], command, 1);
  });

  test("other commands are stopped alike", async () => {
    await expectRefusal("RETEST_SECRET_KEY", { RETEST_SECRET_KEY: "short" }, ["key", "list"]);
    await expectRefusal("RETEST_FREE_PLAN_ISSUES", { RETEST_FREE_PLAN_ISSUES: "x" }, ["doctor"]);
    await expectRefusal("RETEST_LOG_LEVEL", { RETEST_LOG_LEVEL: "loud" }, ["workspace", "plan"]);
  });
});

describe("a database that can't be reached stops the start with a sentence that names DATABASE_URL and no password", () => {
  async function expectUnreachable(port: number): Promise<void> {
    const url = `postgres://someone:hidden@127.0.0.1:${port}/retest`;
    const { code, stderr } = await retest(["serve"], { DATABASE_URL: url, RETEST_SECRET_KEY: SECRET, PORT: "0" });
    expect(code).not.toBe(0);
    expect(stderr).toMatch(/^retest: [^\n]*DATABASE_URL[^\n]*\.\n$/);
    expect(stderr).not.toContain("hidden");
  }

  test("when nothing listens there", async () => {
    const { port, close } = await listen();
    close();
    await expectUnreachable(port);
  });

  test("when what listens there never answers", async () => {
    const { port, close } = await listen();
    await expectUnreachable(port);
    close();
  });
});

describe("the secret", () => {
  const file = () => join(dir, "secret.key");

  test("is made on the first start, mode 0600, and kept", async () => {
    expect((await command(["key", "list"], { RETEST_DATA_DIR: dir })).code).toBe(0);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    const secret = readFileSync(file(), "utf8");
    expect(secret.trim()).toMatch(/^[0-9a-f]{64}$/);
    const server = await serve({ RETEST_DATA_DIR: dir });
    expect(server.output().stdout + server.output().stderr).not.toContain(secret.trim());
    await server.stop();
    expect(readFileSync(file(), "utf8")).toBe(secret);
  });

  test("is not made when it is given", async () => {
    const settings = { RETEST_DATA_DIR: dir, RETEST_SECRET_KEY: SECRET };
    expect((await command(["key", "list"], settings)).code).toBe(0);
    expect(() => statSync(file())).toThrow(/ENOENT/);
  });

  test("a file of it that is cut short stops the start with a sentence that names the file", async () => {
    writeFileSync(file(), "0123\n", { mode: 0o600 });
    chmodSync(file(), 0o600);
    await expectRefusal(file(), {});
  });
});

describe("a secret in a file", () => {
  const URL = "postgres://someone:hidden@127.0.0.1:1/retest";
  const TOKEN = "a-token-for-metrics";
  const write = (content: string) => {
    const file = join(dir, "a-secret");
    writeFileSync(file, content);
    return file;
  };
  const configOf = (env: Record<string, string>) =>
    readConfig({ RETEST_DATA_DIR: dir, ...(env.RETEST_SECRET_KEY_FILE ? {} : { RETEST_SECRET_KEY: SECRET }), ...env });

  const OIDC = { RETEST_OIDC_ISSUER: "https://id.example.com", RETEST_OIDC_CLIENT_ID: "retest" };
  const S3 = { RETEST_S3_BUCKET: "retest-files", RETEST_S3_ACCESS_KEY: "AKIAEXAMPLE", RETEST_S3_SECRET_KEY: "hidden" };
  /** Each with what it needs beside it, and where it is found. */
  const SECRETS: [string, string, Record<string, string>, (config: Config) => unknown][] = [
    ["RETEST_SECRET_KEY", SECRET, {}, ({ secretKey }) => secretKey],
    ["RETEST_SECRET_KEY_OLD", `${SECRET}-old`, {}, ({ oldSecretKey }) => oldSecretKey],
    ["DATABASE_URL", URL, {}, ({ databaseUrl }) => databaseUrl],
    ["RETEST_DATABASE_REPLICA_URL", `${URL}-replica`, { DATABASE_URL: URL }, ({ replicaUrl }) => replicaUrl],
    ["RETEST_METRICS_TOKEN", TOKEN, {}, ({ metricsToken }) => metricsToken],
    ["RETEST_OIDC_CLIENT_SECRET", "of the client", OIDC, ({ oidc }) => oidc?.clientSecret],
    [
      "RETEST_SMTP_URL",
      "smtps://me:hidden@mail.example.com",
      { RETEST_MAIL_FROM: "retest@example.com" },
      ({ mail }) => mail && `smtps://${mail.smtp.user}:${mail.smtp.password}@${mail.smtp.host}`,
    ],
    ["RETEST_S3_ACCESS_KEY", "AKIAANOTHER", S3, ({ bucket }) => bucket?.accessKey],
    ["RETEST_S3_SECRET_KEY", "hidden-too", S3, ({ bucket }) => bucket?.secretKey],
  ];

  test("is every secret that the server reads, and the help and the documents name each", async () => {
    const folder = join(ROOT, "src/startup");
    const read = readdirSync(folder).flatMap((name) => {
      const source = readFileSync(join(folder, name), "utf8").replace(
        'const name = "RETEST_DATABASE',
        'readSecret(env, "RETEST_DATABASE',
      );
      return [...source.matchAll(/readSecret\(env, "(\w+)"/g)].map(([, setting]) => setting!);
    });
    expect(read.toSorted()).toEqual(SECRETS.map(([name]) => name).toSorted());
    const help = (await command(["serve", "--help"], {})).stdout;
    const texts = [help, ...["README.md", "docs/operations.md"].map((name) => readFileSync(join(ROOT, name), "utf8"))];
    for (const [name] of SECRETS) {
      expect([name, ...texts.map((text) => text.includes(`${name}_FILE`))]).toEqual([name, true, true, true]);
    }
  });

  test.each(SECRETS)("%s_FILE names it; line breaks at its end are left out", (name, secret, more, found) => {
    const { [name]: _, ...beside } = more;
    const configWith = (env: Record<string, string>) => configOf({ ...beside, ...env });
    for (const end of ["", "\n", "\r\n"]) {
      expect(found(configWith({ [`${name}_FILE`]: write(`${secret}${end}`) }))).toBe(secret);
    }
    // An empty setting is none, as in a file of settings with nothing after the equals sign.
    expect(found(configWith({ [name]: "", [`${name}_FILE`]: write(secret) }))).toBe(secret);
    expect(() => configWith({ [name]: secret, [`${name}_FILE`]: write(secret) })).toThrow(
      `${name} and ${name}_FILE are both given: leave one of them out.`,
    );
    for (const empty of ["", "\n"]) {
      expect(() => configWith({ [`${name}_FILE`]: write(empty) })).toThrow(`${name}_FILE names an empty file`);
    }
    for (const [file, code] of [
      [join(dir, "none"), "ENOENT"],
      [dir, "EISDIR"],
    ] as const) {
      expect(() => configWith({ [`${name}_FILE`]: file })).toThrow(
        `${name}_FILE must be a file that can be read, not ${file} (${code}).`,
      );
    }
  });

  test("that the issuer knows the server by may be in one, too; the issuer's other settings have their defaults", () => {
    const RETEST_OIDC_ISSUER = "https://id.example.com/realms/team";
    const given = { RETEST_OIDC_ISSUER, RETEST_OIDC_CLIENT_ID: "retest" };
    const oidc = { issuer: RETEST_OIDC_ISSUER, clientId: "retest", clientSecret: "of the client", join: null };
    const RETEST_OIDC_CLIENT_SECRET_FILE = write("of the client\n");
    expect(configOf({ ...given, RETEST_OIDC_CLIENT_SECRET_FILE }).oidc).toEqual({ ...oidc, name: "id.example.com" });
    const named = { RETEST_OIDC_NAME: "Team ID", RETEST_OIDC_JOIN: "tester", RETEST_PASSWORD_SIGN_IN: "off" };
    expect(configOf({ ...given, ...named })).toMatchObject({
      oidc: { ...oidc, clientSecret: null, name: "Team ID", join: "tester" },
      passwordSignIn: false,
      proxyUserHeader: null,
    });
    expect(() => configOf({ ...given, RETEST_OIDC_JOIN: "owner" })).toThrow("RETEST_OIDC_JOIN must be one of");
    expect(() => configOf({ RETEST_OIDC_ISSUER })).toThrow("RETEST_OIDC_CLIENT_ID must be given");
    const believed = { RETEST_TRUSTED_PROXIES: "10.0.0.1", RETEST_PROXY_USER_HEADER: "X-Forwarded-Email" };
    expect(configOf(believed).proxyUserHeader).toBe("x-forwarded-email");
  });

  test("is held to the same rules, and the sentence shows nothing of it", async () => {
    const sentence = await expectRefusal("RETEST_SECRET_KEY", { RETEST_SECRET_KEY_FILE: write("too-short\n") });
    expect(sentence).not.toContain("too-short");
    await expectRefusal("RETEST_SECRET_KEY_FILE", { RETEST_SECRET_KEY_FILE: join(dir, "none") });
  });

  test("serves like one in the environment, and a backup names the file to keep", async () => {
    const settings = { RETEST_DATA_DIR: dir, RETEST_SECRET_KEY_FILE: write(`${SECRET}\n`) };
    await (await serve(settings)).stop();
    expect((await command(["doctor"], { RETEST_DATA_DIR: dir, RETEST_SECRET_KEY: SECRET })).stdout).not.toContain(
      "key",
    );
    const { stdout } = await command(["backup", join(dir, "one.backup")], settings);
    expect(stdout).toContain(`back up ${settings.RETEST_SECRET_KEY_FILE} too`);
  });
});

function listen(): Promise<{ port: number; close(): void }> {
  return new Promise((resolve) => {
    const sockets: { destroy(): void }[] = [];
    const server: Server = createServer((socket) => sockets.push(socket.on("error", () => {})));
    const close = () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    };
    server.listen(0, "127.0.0.1", () => resolve({ port: (server.address() as { port: number }).port, close }));
  });
}

test("the help of serve names every setting of the README's table", async () => {
  const rows = readFileSync(join(ROOT, "README.md"), "utf8").matchAll(/^\| (`[A-Z_]+`[^|]*)\|/gm);
  const names = [...rows].flatMap(([, cell]) => [...cell!.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name!));
  expect(names.length).toBeGreaterThan(30);
  const help = new Set((await command(["serve", "--help"], {})).stdout.match(/[A-Z_0-9]+/g));
  expect(names.filter((name) => !help.has(name))).toEqual([]);
});

test.each([
  ["http://localhost:3000", undefined, null],
  ["https://retest.example", undefined, "max-age=2592000"],
  ["https://retest.example", "off", null],
  ["http://localhost:3000", "600", "max-age=600"],
  ["https://retest.example", "63072000; includeSubDomains; preload", "max-age=63072000; includeSubDomains; preload"],
  ["https://retest.example", "63072000 includesubdomains", "max-age=63072000; includeSubDomains"],
])("at %s with RETEST_HSTS %s browsers are told %s", (url, hsts, header) => {
  const env = { RETEST_DATA_DIR: dir, RETEST_BASE_URL: url, RETEST_HSTS: hsts };
  expect(readConfig(env).hsts).toBe(header);
});
