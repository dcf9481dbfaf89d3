// `retest demo`: a server on a fresh database with sample data, and the lines to try it with.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore, type Store, startServer } from "../compose.ts";
import { type Config, readConfig } from "../config.ts";
import { ROLES, type Role } from "../domain/grant.ts";
import { type Command, print, quietLogger, requireNoMore } from "./command.ts";
import { BANK, fillWithSamples, SHOP } from "./sample.ts";
import { explained, stopSignal } from "./serve.ts";

export const demo: Command = {
  name: "demo",
  usage: "demo",
  summary: "Runs a server on a fresh temporary database with two sample apps, and prints what to try.",
  details: "Everything is gone when it stops. PORT chooses the port; without it, 3000 or else a free one is taken.",
  async run(flags) {
    requireNoMore(flags, 0, "demo");
    const dataDir = mkdtempSync(join(tmpdir(), "retest-demo-"));
    try {
      const config = readConfig({ ...process.env, RETEST_DATA_DIR: dataDir, DATABASE_URL: undefined });
      const logger = quietLogger();
      const store = await openStore(config, logger);
      await fillWithSamples(store);
      const server = await start(config, store);
      print(await greeting(store, `http://localhost:${server.port}`));
      await stopSignal();
      await server.close();
      await store.close();
      return 0;
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};

async function start(config: Config, store: Store) {
  try {
    return await startServer(config, store, quietLogger());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE" || process.env.PORT) {
      throw explained(error as NodeJS.ErrnoException, config.host, config.port);
    }
    return startServer({ ...config, port: 0 }, store, quietLogger());
  }
}

async function greeting({ performer, workspace }: Store, address: string): Promise<string> {
  const keys = {} as Record<Role, string>;
  for (const role of ROLES) {
    const input = { workspaceId: workspace.id, name: `Demo ${role}`, role, apps: null };
    keys[role] = (await performer.perform("createKey", input)).token;
  }
  const shop = encodeURIComponent(SHOP);
  return `
Retest runs at ${address}, on a temporary database with two sample apps:
"${SHOP}" (testing) and "${BANK}" (live). Stop it with Ctrl-C; nothing is kept.

A key for each role:
${ROLES.map((role) => `  ${role.padEnd(7)} ${keys[role]}`).join("\n")}

Try it:

  # How far is the shop's runbook?
  curl -s ${address}/api/v1/apps/${shop} -H 'Authorization: Bearer ${keys.viewer}'

  # Raise an issue: the check reads failed on that platform.
  curl -s ${address}/api/v1/issues -H 'Authorization: Bearer ${keys.tester}' \\
    -H 'Content-Type: application/json' \\
    -d '{"app":"${SHOP}","check":"CART-1","platforms":["web"],"text":"The button does nothing"}'

  # What is open?
  curl -s '${address}/api/v1/issues?app=${shop}' -H 'Authorization: Bearer ${keys.viewer}'

  # Mark one fixed (put its id in): the platform reads needs_retest, not passed.
  curl -s -X POST ${address}/api/v1/issues/ISSUE_ID/fix -H 'Authorization: Bearer ${keys.admin}'

  # Test again: only this brings it back to passed.
  curl -s ${address}/api/v1/results -H 'Authorization: Bearer ${keys.tester}' \\
    -H 'Content-Type: application/json' \\
    -d '{"app":"${SHOP}","check":"CART-1","platforms":["web"],"outcome":"passed"}'
`;
}
