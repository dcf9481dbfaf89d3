// `retest mcp`: an assistant's standard input and output, passed on to a server's /mcp. The server decides everything: which
// tools there are, and who acts. So it works from any machine, and needs no database.

import { type CliCommand, requireNoMore } from "../command.ts";
import { REMOTE_DETAILS, REMOTE_FLAGS, requireRemote } from "../remote/ask-server.ts";

export const mcp: CliCommand = {
  name: "mcp",
  usage: "mcp [--url URL] [--key KEY]",
  summary: "Connects an assistant to a server: speaks the Model Context Protocol on standard input and output.",
  details: REMOTE_DETAILS,
  flags: REMOTE_FLAGS,
  async run(flags, terminal) {
    requireNoMore(flags, 0, "mcp");
    const remote = requireRemote(flags, terminal);
    // Loaded only when used: the other commands start sooner without it.
    const { bridge } = await import("../remote/mcp-bridge.ts");
    return (await bridge(remote)) ? 0 : 1;
  },
};
