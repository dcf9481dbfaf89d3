// Every command of the program, by its name.
import type { CliCommand } from "../command.ts";

/** Each is loaded when it is asked for: a command that only talks to a server has no use for a database's driver. */
export const COMMANDS: Record<string, () => Promise<CliCommand>> = {
  serve: async () => (await import("./serve.ts")).serve,
  demo: async () => (await import("./demo.ts")).demo,
  "key create": async () => (await import("./keys.ts")).keyCreate,
  "key list": async () => (await import("./keys.ts")).keyList,
  "key revoke": async () => (await import("./keys.ts")).keyRevoke,
  "person invite": async () => (await import("./people.ts")).personInvite,
  "person list": async () => (await import("./people.ts")).personList,
  "person reset": async () => (await import("./people.ts")).personReset,
  "person remove": async () => (await import("./people.ts")).personRemove,
  "app import": async () => (await import("./runbooks.ts")).appImport,
  "app export": async () => (await import("./runbooks.ts")).appExport,
  "app copy": async () => (await import("./copies.ts")).appCopy,
  "section copy": async () => (await import("./copies.ts")).sectionCopy,
  "check copy": async () => (await import("./copies.ts")).checkCopy,
  "app archive": async () => (await import("./archived-apps.ts")).appArchive,
  "app restore": async () => (await import("./archived-apps.ts")).appRestore,
  "app archived": async () => (await import("./archived-apps.ts")).appArchived,
  "results upload": async () => (await import("./results.ts")).resultsUpload,
  "cycle start": async () => (await import("./cycles.ts")).cycleStart,
  "cycle close": async () => (await import("./cycles.ts")).cycleClose,
  "cycle list": async () => (await import("./cycles.ts")).cycleList,
  "cycle report": async () => (await import("./cycles.ts")).cycleReport,
  gate: async () => (await import("./gate.ts")).gate,
  mcp: async () => (await import("./mcp.ts")).mcp,
  "workspace plan": async () => (await import("./workspace.ts")).workspacePlan,
  doctor: async () => (await import("./doctor.ts")).doctor,
  backup: async () => (await import("./backup.ts")).backup,
  restore: async () => (await import("./restore.ts")).restore,
};
