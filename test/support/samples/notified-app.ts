// A live app whose webhook has a secret and a notify URL: raises, fixes, and looks at what is sent.
import { expect } from "vitest";
import type { z } from "zod";
import type { NotificationSchema } from "../../../src/wire/webhook/notification.ts";
import { ask, dataOf } from "../checks/route-table.ts";
import { type IssueData, issueClientOf } from "../clients/issue-client.ts";
import { openHook, signed } from "../clients/webhook-client.ts";
import type { Answer, World } from "../server/test-server.ts";

type Fields = Record<string, unknown>;
export type NotificationData = z.infer<typeof NotificationSchema>;

export interface NotifiedApp {
  id: string;
  name: string;
  secret: string;
  /** Raises an issue by the webhook, signed as it must be. */
  raise(payload?: Fields): Promise<IssueData>;
  /** Raises one and fixes it. */
  raiseAndFix(payload?: Fields): Promise<IssueData>;
  /** Raises an issue by the webhook and places it on a check, SIGN-1 unless told. */
  raiseOnCheck(payload?: Fields & { check?: string }): Promise<IssueData>;
  /** Newest first. */
  notifications(): Promise<NotificationData[]>;
  /** The same, once none of them is under way. */
  settled(): Promise<NotificationData[]>;
  setSecret(secret: string): Promise<void>;
  removeSecret(): Promise<void>;
  resend(id: string): Promise<Answer>;
}

export async function notifiedApp(world: World, notifyUrl: string, fields: Fields = {}): Promise<NotifiedApp> {
  const hook = await openHook(world, fields);
  const { id, name } = hook.app;
  const issueClient = issueClientOf(world);
  const notifications = () => dataOf(world, "GET", `/apps/${id}/notifications?limit=200`);
  const app: NotifiedApp = {
    id,
    name,
    secret: "a secret of the tool",
    raise(payload = {}) {
      const body = { title: "It broke", ...payload };
      return hook.raised(body, signed(app.secret, body));
    },
    raiseAndFix: async (payload) => issueClient.fix((await app.raise(payload)).id),
    async raiseOnCheck({ check = "SIGN-1", ...payload } = {}) {
      const raised = await app.raise({ source: "Pager", ...payload });
      return issueClient.place(raised.id, { check });
    },
    notifications,
    async settled() {
      const isUnderWay = ({ state }: NotificationData) => state === "pending" || state === "sending";
      await expect.poll(async () => (await notifications()).filter(isUnderWay).length).toBe(0);
      return notifications();
    },
    async setSecret(secret) {
      await hook.setSecret(secret);
      app.secret = secret;
    },
    removeSecret: () => dataOf(world, "DELETE", `/apps/${id}/webhook/secret`),
    resend: (notification) => ask(world, world.admin, "POST", `/apps/${id}/notifications/${notification}/resend`),
  };
  await hook.setSecret(app.secret);
  await hook.configure({ notify_url: notifyUrl });
  return app;
}
