// A mail server that keeps what it is given, or misbehaves when told to. Real SMTP over a real socket.
import type { AddressInfo, Socket } from "node:net";
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from "smtp-server";
import type { MailSettings } from "../../../src/startup/mail-settings.ts";
import { type ReceivedMail, readMail } from "./received-mail.ts";

/** To the next mail, once: refused with a code, put off, cut off while it is being sent, taken and then cut off, or never answered, taken or not. */
export type MailMishap =
  | { code: number; at?: "rcpt" | "data"; message?: string }
  | "drop"
  | "taken and dropped"
  | "hang"
  | "taken and hang";

export interface MailServer {
  port: number;
  settings: MailSettings;
  mails: ReceivedMail[];
  /** How many were sent whole, and never answered. */
  hung(): number;
  mishap(...what: MailMishap[]): void;
  close(): Promise<void>;
}

export const MAIL_USER = { user: "retest", password: "p@ss:word/1" };

export async function openMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const mishaps: MailMishap[] = [];
  let hung = 0;
  const socketOf = (session: SMTPServerSession) =>
    ([...server.connections] as unknown as { id: string; _socket: Socket }[]).find(({ id }) => id === session.id)!
      ._socket;
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    logger: false,
    disableReverseLookup: true,
    onAuth({ username, password }, _session, done) {
      const isRight = username === MAIL_USER.user && password === MAIL_USER.password;
      done(isRight ? null : new Error("Wrong user name or password"), { user: username ?? "" });
    },
    onRcptTo(_address, _session, done) {
      const [next] = mishaps;
      if (typeof next === "object" && next.at === "rcpt") return done(refusal(mishaps.shift() as { code: number }));
      done();
    },
    onData(stream, session, done) {
      const next = mishaps.shift();
      const chunks: Buffer[] = [];
      if (next === "drop") return void stream.once("data", () => socketOf(session).destroy());
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (typeof next === "object") return done(refusal(next));
        if (next === "hang") return void hung++;
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const { mailFrom } = session.envelope;
        const raw = Buffer.concat(chunks).toString("utf8");
        mails.push({ from: mailFrom === false ? "" : mailFrom.address, to, ...readMail(raw) });
        if (next === "taken and hang") return void hung++;
        if (next === "taken and dropped") return void socketOf(session).destroy();
        done();
      });
    },
    ...options,
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  const smtp = { host: "127.0.0.1", port, secure: false, startTls: "optional", user: null, password: null } as const;
  return {
    port,
    settings: { smtp, from: { name: "Retest", address: "retest@example.org" } },
    mails,
    hung: () => hung,
    mishap: (...what) => void mishaps.push(...what),
    close() {
      for (const { _socket } of server.connections as unknown as Set<{ _socket: Socket }>) _socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

function refusal({ code, message = "not now" }: { code: number; message?: string }): Error {
  return Object.assign(new Error(message), { responseCode: code });
}
