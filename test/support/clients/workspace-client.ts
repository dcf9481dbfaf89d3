// Somebody in several workspaces, in tests: other workspaces beside the first, accounts in them, and a browser that keeps its cookies.
import { createWorkspace } from "../../../src/actions/workspace/create-workspace.ts";
import { randomText } from "../../../src/lib/ids.ts";
import type { Answer, World } from "../server/test-server.ts";
import { accept, invite, PASSWORD, SAME_ORIGIN, ui } from "./person-client.ts";

/** The id of a new one. */
export async function anotherWorkspace(world: World, name = `Team ${randomText(6)}`): Promise<string> {
  return (await world.store.performer.perform(createWorkspace, { name, plan: "unlimited" })).id;
}

/** An account of the address, joined by an invitation that names it. Gives the person's id. */
export async function joinWith(
  world: World,
  workspaceId: string,
  email: string,
  { password = PASSWORD, role = "viewer" }: { password?: string; role?: string } = {},
): Promise<string> {
  const token = await invite(world, { workspaceId, email, role });
  const answer = await accept(world, { token, email, password });
  if (answer.status !== 201) throw new Error(`joinWith: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data.id;
}

export interface CookieJar {
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** By name. */
  cookies: Map<string, string>;
}

/** A browser that keeps what it is told to keep. */
export function browserAt(address: string): CookieJar {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async ask(method, path, body, headers = {}) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const sent = { ...SAME_ORIGIN, ...headers, ...(cookie === "" ? {} : { cookie }) };
      const answer = await ui(address, method, path, body, sent);
      for (const one of answer.headers.getSetCookie()) {
        const [pair = "", ...attributes] = one.split("; ");
        const [name = "", value = ""] = pair.split("=");
        if (attributes.includes("Max-Age=0")) cookies.delete(name);
        else cookies.set(name, value);
      }
      return answer;
    },
  };
}
