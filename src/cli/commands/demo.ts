// `retest demo`: a server on a fresh database with sample data, and the lines to try it with.
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createKey } from "../../actions/access/change-key.ts";
import { openWebhook } from "../../actions/webhook/configure-webhook.ts";
import { ROLES, type Role } from "../../domain/access/grant.ts";
import { makeToken, webhookUrl } from "../../domain/webhook/webhook-secrets.ts";
import { COMMAND_LINE } from "../../domain/workspace/audit-log.ts";
import { type Config, readConfig } from "../../startup/config.ts";
import { openStore, type Store } from "../../startup/open-store.ts";
import { secretCipher } from "../../startup/secret-key-in-use.ts";
import { getApp } from "../../storage/apps/apps.ts";
import { type CliCommand, requireNoMore } from "../command.ts";
import { firstAdminLink } from "../first-admin-link.ts";
import { quietLogger } from "../with-store.ts";
import { explained } from "../workers/serve-in-process.ts";
import { stopSignal } from "../workers/stop-signal.ts";
import { BANK, fillWithSamples, SHOP } from "./demo-data.ts";

export const demo: CliCommand = {
  name: "demo",
  usage: "demo",
  summary: "Runs a server on a fresh temporary database with two sample apps, and prints what to try.",
  details:
    "Everything is deleted when it stops. PORT sets the port; by default it is 3000, or a free one if that is in use.",
  async run(flags, terminal) {
    requireNoMore(flags, 0, "demo");
    const dataDir = mkdtempSync(join(tmpdir(), "retest-demo-"));
    try {
      const { PORT } = terminal.env;
      const port = PORT && PORT !== "0" ? PORT : String(await freePort(PORT ? [0] : [3_000, 0]));
      const config = readConfig({
        ...terminal.env,
        PORT: port,
        RETEST_DATA_DIR: dataDir,
        DATABASE_URL: undefined,
        DATABASE_URL_FILE: undefined,
      });
      const logger = quietLogger(terminal);
      const store = await openStore(config, logger);
      await fillWithSamples(store);
      const { startServer } = await import("../../startup/start-server.ts");
      const server = await startServer(config, store, logger).catch((error: NodeJS.ErrnoException) => {
        throw explained(error, config.host, config.port);
      });
      const stopped = stopSignal();
      terminal.print(await greeting(store, config, `http://localhost:${server.port}`));
      await stopped;
      await server.close();
      await store.close();
      return 0;
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};

/** The first of these that is free, 0 being any: the addresses that the demo prints must name it. */
async function freePort([wanted, ...others]: number[]): Promise<number> {
  const probe = createServer();
  try {
    probe.listen(wanted, "127.0.0.1");
    await once(probe, "listening");
    return (probe.address() as AddressInfo).port;
  } catch (error) {
    if (others.length === 0) throw error;
    return freePort(others);
  } finally {
    probe.close();
  }
}

/** The incoming webhook of the live sample app. */
async function openSampleWebhook({ performer, reader, workspace }: Store, config: Config): Promise<string> {
  const reach = { workspaceId: workspace.id, apps: null };
  const actor = { name: "Demo", channel: "system" as const, role: "admin" as const, reach };
  const { id } = await getApp(reader, reach, BANK);
  const cipher = secretCipher(config);
  const input = { actor, app: id, ...makeToken(cipher, id) };
  const { token } = await performer.perform(openWebhook, input, COMMAND_LINE);
  return webhookUrl(cipher, config.baseUrl, id, token);
}

async function greeting(store: Store, config: Config, address: string): Promise<string> {
  const { performer, workspace } = store;
  const keys = {} as Record<Role, string>;
  for (const role of ROLES) {
    const input = { workspaceId: workspace.id, name: `Demo ${role}`, role, apps: null };
    keys[role] = (await performer.perform(createKey, input, COMMAND_LINE)).token;
  }
  const shop = encodeURIComponent(SHOP);
  const webhook = await openSampleWebhook(store, config);
  return `
Retest runs at ${address}, on a temporary database with two sample apps:
"${SHOP}" (testing) and "${BANK}" (live). Stop it with Ctrl-C; everything is deleted then.

Open this link in a browser to join as the first admin. Any name and e-mail address will do; the password needs 10 characters and must be hard to guess:
  ${await firstAdminLink(store, config)}

API keys, one for each role:
${ROLES.map((role) => `  ${role.padEnd(7)} ${keys[role]}`).join("\n")}

Try it:

  # How much of the shop's runbook is tested?
  curl -s ${address}/api/v1/apps/${shop} -H 'Authorization: Bearer ${keys.viewer}'

  # Raise an issue: the check reads failed on that platform.
  curl -s ${address}/api/v1/issues -H 'Authorization: Bearer ${keys.tester}' \\
    -H 'Content-Type: application/json' \\
    -d '{"app":"${SHOP}","check":"CART-1","platforms":["web"],"text":"The button does nothing"}'

  # What is open?
  curl -s '${address}/api/v1/issues?app=${shop}' -H 'Authorization: Bearer ${keys.viewer}'

  # Mark one fixed (use its id): the platform reads needs_retest, not passed.
  curl -s -X POST ${address}/api/v1/issues/ISSUE_ID/fix -H 'Authorization: Bearer ${keys.admin}'

  # Test again: only this brings it back to passed.
  curl -s ${address}/api/v1/results -H 'Authorization: Bearer ${keys.tester}' \\
    -H 'Content-Type: application/json' \\
    -d '{"app":"${SHOP}","check":"CART-1","platforms":["web"],"outcome":"passed"}'

  # Any tool that can POST can raise an issue on the live app; with an external id, only once.
  curl -s ${webhook} \\
    -d '{"title":"Checkout fails","description":"Since 10:02","priority":"P1","external_id":"4711","source":"curl"}'
`;
}
