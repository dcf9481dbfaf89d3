// `retest app import|export` in a server's database
import { randomText } from "../../lib/ids.ts";
import { RUNBOOK_TYPES } from "../../wire/runbook/runbook-format.ts";
import type { CliCommand } from "../command.ts";
import { askServer, requireData, requireRemote } from "../remote/ask-server.ts";
import { describeImport } from "./import-text.ts";
import { EXPORT, IMPORT, namesOf, readRunbookFile, requireExport, writeRunbookFile } from "./runbook-file.ts";

export const remoteImport: CliCommand = {
  ...IMPORT,
  async run(flags, terminal) {
    const { app, prune, "dry-run": dryRun, json } = flags.values;
    const { bytes, asked } = readRunbookFile(flags);
    const { name, platforms } = namesOf(flags);
    const remote = requireRemote(flags, terminal);
    const query = new URLSearchParams();
    if (app !== undefined) query.set("app", String(app));
    if (prune === true) query.set("prune", "true");
    if (dryRun === true) query.set("dry_run", "true");
    if (name !== undefined) query.set("name", name);
    if (platforms.length > 0) query.set("platforms", platforms.join(","));
    if (asked.format !== null) query.set("format", asked.format);
    if (asked.columns !== null) query.set("columns", JSON.stringify(asked.columns));
    if (asked.refPrefix !== "") query.set("ref_prefix", asked.refPrefix);
    if (asked.keepFields) query.set("keep_fields", "true");
    const answer = await askServer(remote, {
      method: "POST",
      path: `/apps/import?${query}`,
      body: bytes,
      headers: {
        "content-type": asked.type === null ? "application/octet-stream" : RUNBOOK_TYPES[asked.type],
        // All tries are the same import.
        "idempotency-key": randomText(24),
      },
    });
    const imported = requireData(remote, answer);
    terminal.print(json === true ? JSON.stringify(imported) : describeImport(imported));
    return 0;
  },
};

export const remoteExport: CliCommand = {
  ...EXPORT,
  async run(flags, terminal) {
    const { app, format, out } = requireExport(flags);
    const remote = requireRemote(flags, terminal);
    const path = `/apps/${encodeURIComponent(app)}/export?format=${format}`;
    const answer = await askServer(remote, { method: "GET", path });
    if (answer.status !== 200) requireData(remote, answer);
    await writeRunbookFile(out, answer.bytes, terminal);
    return 0;
  },
};
