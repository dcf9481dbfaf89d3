// A Postfix of one's own: its settings, queue and mailboxes are in a folder, it listens on the loopback alone, and takes mails for one domain.
import { execFile } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { type ReceivedMail, readMail } from "../test/support/fake-tools/received-mail.ts";

const run = promisify(execFile);
const WITHIN_MS = 20_000;

export interface Postfix {
  version: string;
  /** Of the certificate that it shows: nobody else has signed it. */
  certificate: string;
  /** Every mail that was delivered to an address. */
  delivered(address: string): Omit<ReceivedMail, "from" | "to">[];
  log(): string;
  stop(): Promise<void>;
}

/** As root: Postfix itself runs as its own user. */
export async function startPostfix(program: string, folder: string, port: number, domain: string): Promise<Postfix> {
  const place = (name: string) => join(folder, name);
  const [uid, gid] = await Promise.all(
    ["-u", "-g"].map(async (flag) => (await run("id", [flag, "postfix"])).stdout.trim()),
  );
  // Its own user has to get there.
  chmodSync(folder, 0o711);
  for (const name of ["etc", "queue", "state", "mail"]) mkdirSync(place(name), { mode: 0o755 });
  await run("chown", [`${uid}:${gid}`, place("state"), place("mail")]);
  const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
  const files = ["-keyout", place("key.pem"), "-out", place("certificate.pem")];
  await run("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...subject, ...files]);
  writeFileSync(place("etc/main.cf"), settingsOf(place, domain, uid!, gid!));
  writeFileSync(place("etc/master.cf"), servicesOf(port));
  const postfix = (...args: string[]) => run(program, ["-c", place("etc"), ...args], { timeout: WITHIN_MS });
  const { stdout } = await run(program.replace(/postfix$/, "postconf"), ["-c", place("etc"), "-h", "mail_version"]);
  const log = () => (existsSync(place("state/log")) ? readFileSync(place("state/log"), "utf8") : "");
  await postfix("start").catch((error: Error) => {
    throw new Error(`Postfix did not start: ${error.message}\n${log()}`);
  });
  return {
    version: stdout.trim(),
    certificate: place("certificate.pem"),
    delivered(address) {
      const box = place("mail/all/new");
      const names = existsSync(box) ? readdirSync(box).sort() : [];
      const mails = names.map((name) => readMail(readFileSync(join(box, name), "utf8").replaceAll("\n", "\r\n")));
      return mails.filter(({ headers }) => headers["delivered-to"] === address);
    },
    log,
    stop: async () => void (await postfix("stop")),
  };
}

/**
 * One mailbox for every address of the domain; what is for others is refused. It asks nobody for names, and as many do, refuses
 * whoever does not say properly what they are called.
 */
function settingsOf(place: (name: string) => string, domain: string, uid: string, gid: string): string {
  return `compatibility_level = 3.6
queue_directory = ${place("queue")}
data_directory = ${place("state")}
maillog_file = ${place("state/log")}
maillog_file_prefixes = ${place("")}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mail.${domain}
mydestination =
alias_maps =
alias_database =
mynetworks = 127.0.0.1/32
smtpd_peername_lookup = no
smtpd_helo_required = yes
smtpd_helo_restrictions = reject_invalid_helo_hostname, reject_non_fqdn_helo_hostname
smtpd_relay_restrictions = reject_unauth_destination
smtpd_tls_security_level = encrypt
smtpd_tls_received_header = yes
smtpd_tls_cert_file = ${place("certificate.pem")}
smtpd_tls_key_file = ${place("key.pem")}
virtual_mailbox_domains = ${domain}
virtual_mailbox_base = ${place("mail")}
virtual_mailbox_maps = static:all/
virtual_uid_maps = static:${uid}
virtual_gid_maps = static:${gid}
virtual_minimum_uid = 1
`;
}

function servicesOf(port: number): string {
  return `127.0.0.1:${port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
error unix - - n - - error
retry unix - - n - - error
proxymap unix - - n - - proxymap
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
`;
}
