// What one workspace has to send, and where nobody answers, keeps no other workspace's from being sent.
import { expect, test } from "vitest";
import { dataOf } from "../../support/checks/route-table.ts";
import { issueClientOf } from "../../support/clients/issue-client.ts";
import { join } from "../../support/clients/person-client.ts";
import { connectChannel, openChannel } from "../../support/fake-tools/connected-channel.ts";
import { openMailServer } from "../../support/fake-tools/mail-server.ts";
import { openReceiver } from "../../support/fake-tools/notify-receiver.ts";
import { secondWorkspace } from "../../support/server/second-workspace.ts";
import { createWorld, DATABASES, type World } from "../../support/server/test-server.ts";

/** One host, or one for each connection. */
const HOSTS = {
  "one host": () => "127.0.0.1",
  "as many hosts": (i: number) => `127.0.0.${10 + i}`,
};

/** As an admin of the workspace who is signed in does. */
async function invite(world: World, ...emails: string[]): Promise<void> {
  const { cookie } = await join(world, { role: "admin" });
  for (const email of emails)
    await dataOf({ ...world, admin: cookie }, "POST", "/invitations", { role: "tester", email });
}

for (const kind of DATABASES) {
  test.each(Object.entries(HOSTS))(
    `on ${kind}, while twenty-five connections of one workspace wait for %s without an answer, another workspace's issue is forwarded`,
    async (_, hostOf) => {
      const tarpit = await openReceiver("0.0.0.0");
      const quick = await openReceiver("127.0.0.2");
      const release = tarpit.hold();
      const hosts = Array.from({ length: 25 }, (_value, i) => hostOf(i));
      const world = await createWorld(kind, { notifyAllowedHosts: new Set([...hosts, "127.0.0.2"]) });
      const other = await secondWorkspace(world);
      const { port } = new URL(tarpit.url);
      // An app has at most twenty.
      const busy = [await world.app({ mode: "live" }), await world.app({ mode: "live" })];
      for (const [i, host] of hosts.entries()) await connectChannel(world, busy[i % 2]!, `http://${host}:${port}/${i}`);
      for (const app of busy) await issueClientOf(world).raise(app, { check: undefined });
      await expect.poll(() => tarpit.arrivals.length).toBeGreaterThan(1);
      const channel = await openChannel(other, quick.url);
      await issueClientOf(other).raise(channel.app, { check: undefined });
      await expect.poll(() => quick.arrivals.length).toBe(1);
      release();
      await world.close();
      await Promise.all([tarpit.close(), quick.close()]);
    },
  );

  test(`on ${kind}, while a mail server doesn't answer to the mails of one workspace, another workspace's mail is sent`, async () => {
    const mail = await openMailServer();
    const world = await createWorld(kind, { mail: mail.settings });
    const other = await secondWorkspace(world);
    mail.mishap(...Array.from({ length: 5 }, () => "hang" as const));
    await invite(world, ...Array.from({ length: 12 }, (_, i) => `busy${i}@example.net`));
    await expect.poll(() => mail.hung()).toBe(5);
    await invite(other, "quiet@example.net");
    await expect.poll(() => mail.mails.map(({ to }) => to[0])).toContain("quiet@example.net");
    await mail.close();
    await world.close();
  });
}
