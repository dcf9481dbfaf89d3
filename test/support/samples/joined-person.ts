// Somebody who was invited by the command line and joined at a running server.

import { command } from "../clients/command.ts";
import { PASSWORD, ui } from "../clients/person-client.ts";
import type { Settings } from "../clients/run-cli.ts";

/** The cookie of a person's first session. */
export async function joined(
  address: string,
  settings: Settings,
  role: string,
  email: string,
  name = "Ada",
): Promise<string> {
  const { stdout } = await command(["person", "invite", "--role", role, "--json"], settings);
  const token = (JSON.parse(stdout).link as string).split("#")[1];
  return (await ui(address, "POST", "/invitations/accept", { token, name, email, password: PASSWORD })).cookie!;
}
