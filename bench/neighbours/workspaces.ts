// Two workspaces on one server: a busy one with many keys and apps, and a quiet one with one of each.
import { Agent } from "node:http";
import { createKey } from "../../src/actions/access/change-key.ts";
import { createApp } from "../../src/actions/apps/create-app.ts";
import { openWebhook } from "../../src/actions/webhook/configure-webhook.ts";
import { createWorkspace } from "../../src/actions/workspace/create-workspace.ts";
import { makeToken, webhookUrl } from "../../src/domain/webhook/webhook-secrets.ts";
import { secretCipher } from "../../src/startup/secret-key-in-use.ts";
import { openSeeded, PLATFORMS, SECRET_KEY, type SeededPlace, sampleSections } from "../servers/seed.ts";
import { ask } from "./ask.ts";

const AT_ONCE = 32;

export interface Neighbour {
  keys: string[];
  apps: { id: string; webhook: string }[];
  issues: string[];
}

export async function seedWorkspace(
  where: SeededPlace,
  name: string,
  { keys, apps }: { keys: number; apps: number },
): Promise<Neighbour> {
  const store = await openSeeded(where);
  const { performer } = store;
  const workspace = await performer.perform(createWorkspace, { name, plan: "unlimited" });
  const reach = { workspaceId: workspace.id, apps: null };
  const actor = { name, channel: "system" as const, role: "admin" as const, reach };
  const seeded: Neighbour = { keys: [], apps: [], issues: [] };
  for (let n = 0; n < keys; n++) {
    const input = { workspaceId: workspace.id, name: `${name} ${n}`, role: "admin" as const, apps: null };
    seeded.keys.push((await performer.perform(createKey, input)).token);
  }
  const cipher = secretCipher({ secretKey: SECRET_KEY, oldSecretKey: null });
  for (let n = 0; n < apps; n++) {
    const input = { actor, name: `${name} ${n}`, mode: "live" as const, prefix: null, platforms: PLATFORMS };
    const id = await performer.perform(createApp, { ...input, repositories: [], sections: sampleSections() });
    const { token } = await performer.perform(openWebhook, { actor, app: id, ...makeToken(cipher, id) });
    seeded.apps.push({ id, webhook: webhookUrl(cipher, "", id, token) });
  }
  await store.close();
  return seeded;
}

/** Raises `perApp` issues in each app. */
export async function raiseIssues(port: number, workspace: Neighbour, perApp: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const all = workspace.apps.flatMap(({ id }) => Array.from({ length: perApp }, (_, n) => ({ app: id, n })));
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const answers = await Promise.all(
      all.slice(at, at + AT_ONCE).map(({ app, n }) =>
        ask(port, agent, {
          method: "POST",
          path: "/api/v1/issues",
          key: workspace.keys[0]!,
          body: JSON.stringify({ app, text: `The list ends early, seen ${n} times on page ${n % 7}` }),
        }),
      ),
    );
    for (const { status, text } of answers) {
      if (status !== 201) throw new Error(`an issue was answered ${status}: ${text}`);
      workspace.issues.push(JSON.parse(text).data.id);
    }
  }
  agent.destroy();
}
