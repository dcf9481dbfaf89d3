// An app that is connected with a chat tool or an error tracker: what the tool says, and what came of it.
import type { Tool } from "../../../src/integrations/tool-registry.ts";
import { expectCommonHeaders, expectError } from "../checks/expect-refusal.ts";
import { type ConnectionClient, connect } from "../clients/connection-client.ts";
import { type IssueData, issueClientOf } from "../clients/issue-client.ts";
import { payloadBytes } from "../clients/webhook-client.ts";
import type { Answer, World } from "../server/test-server.ts";

type Fields = Record<string, unknown>;
type Sent = Record<string, string>;

export interface ConnectedApp extends ConnectionClient {
  app: { id: string; name: string };
  /** As the tool sends it; the answer has our headers and, when it refuses, our shape. */
  say(body: unknown, headers?: Sent, at?: string): Promise<Answer>;
  /** Every issue of the app, newest first. */
  issues(): Promise<IssueData[]>;
}

/** `app` is one that exists, else a live one is made with these fields. */
export async function connectApp(
  world: World,
  tool: Tool,
  { app: given, ...fields }: { app?: Fields; settings?: Fields; credentials?: Fields } = {},
): Promise<ConnectedApp> {
  const app =
    typeof given?.id === "string" ? (given as ConnectedApp["app"]) : await world.app({ mode: "live", ...given });
  const connection = await connect(world, app.id, tool, fields);
  return {
    ...connection,
    app,
    async say(body, headers = {}, at = world.address) {
      const url = at + new URL(connection.url).pathname;
      const response = await fetch(url, { method: "POST", headers, body: payloadBytes(body) });
      const text = await response.text();
      const { status } = response;
      const answer = { status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
      if (status >= 300) expectError(answer, status, /^[a-z_]+$/);
      else expectCommonHeaders(answer.headers);
      return answer;
    },
    issues: async () => (await issueClientOf(world).list(`app=${app.id}&status=all&limit=200`)).data,
  };
}
