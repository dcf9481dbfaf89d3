// Hands mails over to a real mail server: Debian's Postfix takes those of the built server, over an encrypted connection, and delivers them into mailboxes, where they are read as
// text and as HTML. An invitation and a new password are used by the links in them. npx tsx scripts/postfix.ts
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseSync } from "@photostructure/sqlite";
import { call, type RunningServer, retest, type Settings, serve } from "../test/support/clients/run-cli.ts";
import { freePort } from "../test/support/machine/free-port.ts";
import { findProgram } from "./debian-program.ts";
import { type Postfix, startPostfix } from "./postfix-server.ts";

const ARRIVES_WITHIN_MS = 20_000;
const DOMAIN = "example.com";
const ADA = `ada@${DOMAIN}`;
const PASSWORD = "correct horse battery";
const NEW_PASSWORD = "quarry lamp seven";

const folder = mkdtempSync(join(tmpdir(), "retest-postfix-"));
let server: RunningServer | undefined;
let postfix: Postfix | undefined;
try {
  await tryAll();
  console.log("postfix: every mail arrived as it should");
} catch (error) {
  console.error(`postfix: ${(error as Error).message}\n${postfix?.log() ?? ""}`);
  process.exitCode = 1;
} finally {
  await server?.stop();
  await postfix?.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function tryAll(): Promise<void> {
  const program = await findProgram({ title: "Postfix", name: "postfix", programs: ["postfix"] });
  const [port, smtpPort] = [await freePort(), await freePort()];
  const mails = await startPostfix(program, folder, smtpPort, DOMAIN);
  postfix = mails;
  say(`the mail server is Postfix ${mails.version}`);
  const settings = {
    PORT: `${port}`,
    RETEST_BASE_URL: `http://127.0.0.1:${port}`,
    RETEST_DATA_DIR: join(folder, "data"),
    RETEST_SMTP_URL: `smtp://127.0.0.1:${smtpPort}?tls=required`,
    RETEST_MAIL_FROM: `Retest <retest@${DOMAIN}>`,
    NODE_EXTRA_CA_CERTS: mails.certificate,
  };

  const tried = await command(["mail", "test", `probe@${DOMAIN}`], settings);
  if (!/Encryption.*\n.*Accepted/s.test(tried)) throw new Error(`mail test said: ${tried}`);
  await arrived(mails, `probe@${DOMAIN}`, /Retest/);
  say("retest mail test: arrived");
  const refused = await retest(["mail", "test", "somebody@elsewhere.example"], settings);
  if (refused.code === 0 || !/554|relay/i.test(refused.stdout + refused.stderr)) {
    throw new Error(`a mail to another domain was not refused: ${refused.stdout}${refused.stderr}`);
  }
  say("to another domain: refused, with the mail server's words");

  server = await serve(settings);
  const ask = people(server.address);
  await command(["person", "invite", "--role", "admin", "--email", ADA], settings);
  const invitation = await arrived(mails, ADA, /invited to Retest/);
  const joined = await ask("POST", "/invitations/accept", {
    token: tokenIn(invitation),
    name: "Ada",
    password: PASSWORD,
  });
  if (joined.status !== 201) throw new Error(`the invitation's link answered ${joined.status}`);
  say("an invitation: arrived, and its link let Ada in");

  const { key } = JSON.parse(await command(["key", "create", "--name", "CI", "--role", "admin", "--json"], settings));
  await mention(server.address, key);
  await makeDue(join(folder, "data", "retest.db"));
  const inbox = await arrived(mails, ADA, /CI via API mentioned you: SHOP-1|mentioned you/);
  const stop = inbox.headers["list-unsubscribe"] ?? "";
  if (!stop.startsWith(`<${settings.RETEST_BASE_URL}/unsubscribe?`)) throw new Error(`List-Unsubscribe: ${stop}`);
  if (!inbox.text.includes("Zahlung schlägt fehl – Ärger")) throw new Error(`the inbox mail says: ${inbox.text}`);
  say("a mail about an inbox: arrived, with the issue's title whole");

  const asked = await ask("POST", "/reset-links", { email: ADA });
  if (asked.status !== 204) throw new Error(`asking for a new password answered ${asked.status}`);
  const reset = await arrived(mails, ADA, /Set a new password/);
  const used = await ask("POST", "/reset-links/use", { token: tokenIn(reset), password: NEW_PASSWORD });
  const signedIn = await ask("POST", "/session", { email: ADA, password: NEW_PASSWORD });
  if (used.status !== 204 || signedIn.status !== 200) throw new Error("the link for a new password did not work");
  say("a new password: arrived, and its link worked");
}

/** The mail whose subject is like this, readable both ways. */
async function arrived(mails: Postfix, address: string, subject: RegExp) {
  for (const until = Date.now() + ARRIVES_WITHIN_MS; Date.now() < until; await sleep(50)) {
    const mail = mails.delivered(address).find(({ headers }) => subject.test(headers.subject ?? ""));
    if (mail === undefined) continue;
    if (mail.text.trim() === "" || !/<html[\s\S]*<\/html>/.test(mail.html)) {
      throw new Error(`${headersLine(mail.headers)} can't be read as text and HTML:\n${mail.raw}`);
    }
    if (!/TLSv1\.[23]/.test(mail.raw)) throw new Error(`${headersLine(mail.headers)} came without encryption`);
    return mail;
  }
  throw new Error(`no mail like ${subject} came to ${address}`);
}

function headersLine({ subject, from, to }: Record<string, string>): string {
  return `${JSON.stringify(subject)} from ${from} to ${to}`;
}

function tokenIn({ text, html }: { text: string; html: string }): string {
  const token = /#([\w-]{43})/.exec(text)?.[1];
  if (token === undefined || !html.includes(token)) throw new Error(`no link in both parts of:\n${text}`);
  return token;
}

async function mention(address: string, key: string): Promise<void> {
  const made = async (path: string, body: unknown) => {
    const { status, data, error } = await call(address, key, "POST", path, body);
    if (status !== 201) throw new Error(`POST ${path} answered ${status} ${JSON.stringify(error)}`);
    return data;
  };
  const app = await made("/apps", { name: "Shop", mode: "live", platforms: [{ code: "web", label: "Web" }] });
  const issue = await made("/issues", { app: app.id, text: "Zahlung schlägt fehl – Ärger" });
  await made(`/issues/${issue.id}/comments`, { text: "@Ada bitte schauen" });
}

/** Mails about an inbox are gathered for a minute: it is over at once. */
async function makeDue(file: string): Promise<void> {
  const db = new DatabaseSync(file, { timeout: 5_000 });
  try {
    for (const until = Date.now() + ARRIVES_WITHIN_MS; Date.now() < until; await sleep(50)) {
      const { changes } = db
        .prepare("update mail set due_at = due_at - 90000, since = since - 90000 where kind = 'inbox' and attempts = 0")
        .run();
      if (Number(changes) > 0) return;
    }
  } finally {
    db.close();
  }
  throw new Error("no mail about an inbox was planned");
}

function people(address: string) {
  return (method: string, path: string, body: unknown) =>
    fetch(`${address}/ui/v1${path}`, {
      method,
      headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
      body: JSON.stringify(body),
    });
}

async function command(args: string[], settings: Settings): Promise<string> {
  const { code, stdout, stderr } = await retest(args, settings);
  if (code !== 0) throw new Error(`retest ${args.join(" ")} ended with ${code}: ${stdout}${stderr}`);
  return stdout;
}

function say(line: string): void {
  console.log(`  ${line}`);
}
