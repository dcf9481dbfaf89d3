// The commands that only talk to a server.
import type { CliCommand } from "../command.ts";

/** Commands under their names. Each is loaded when it is used: one that only talks to a server needs no database driver. */
export type Commands = Record<string, () => Promise<CliCommand>>;

export const REMOTE_COMMANDS: Commands = {
  "results upload": async () => (await import("./results.ts")).resultsUpload,
  "cycle start": async () => (await import("./cycles.ts")).cycleStart,
  "cycle close": async () => (await import("./cycles.ts")).cycleClose,
  "cycle list": async () => (await import("./cycles.ts")).cycleList,
  "cycle report": async () => (await import("./cycles.ts")).cycleReport,
  gate: async () => (await import("./gate.ts")).gate,
  ci: async () => (await import("./ci.ts")).ci,
  "webhook templates": async () => (await import("./webhook-templates.ts")).webhookTemplates,
  "webhook fill": async () => (await import("./webhook-templates.ts")).webhookFill,
  mcp: async () => (await import("./mcp.ts")).mcp,
};

/** What a server gives out as `/cli.mjs`. */
export const CLI_FILE_COMMANDS: Commands = {
  ...REMOTE_COMMANDS,
  "app import": async () => (await import("./remote-runbooks.ts")).remoteImport,
  "app export": async () => (await import("./remote-runbooks.ts")).remoteExport,
};
