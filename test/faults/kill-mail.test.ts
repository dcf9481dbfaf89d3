// A server killed while it hands a mail over: the mail comes, once or twice, and is never lost.
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshPlace } from "../support/clients/cli-settings.ts";
import { retest, serve } from "../support/clients/run-cli.ts";
import { type MailMishap, type MailServer, openMailServer } from "../support/fake-tools/mail-server.ts";
import { DATABASES } from "../support/server/test-server.ts";

let mail: MailServer;
beforeAll(async () => {
  mail = await openMailServer();
});
afterAll(() => mail.close());

test.each(
  DATABASES.flatMap((kind) => [
    [kind, "before it was taken", "hang", 1] as const,
    [kind, "after it was taken", "taken and hang", 2] as const,
  ]),
)("on %s, killed %s", async (kind, _, mishap: MailMishap, times) => {
  const place = await freshPlace(kind);
  const settings = {
    ...place.settings,
    RETEST_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    RETEST_MAIL_FROM: "retest@example.org",
  };
  const address = `${kind}-${times}@example.net`;
  const came = () => mail.mails.filter(({ to }) => to.includes(address)).length;
  try {
    mail.mishap(mishap);
    const before = mail.hung();
    const killed = await serve(settings);
    await retest(["person", "invite", "--role", "tester", "--email", address], settings);
    await expect.poll(() => mail.hung()).toBe(before + 1);
    await killed.stop("SIGKILL");
    // The mail is due at once: its lease need not be waited for.
    await place.meddle("update mail set due_at = 1 where state = 'pending'");
    const after = await serve(settings);
    await expect.poll(came).toBe(times);
    await after.stop();
    expect(came()).toBe(times);
  } finally {
    await place.remove();
  }
});
