// `retest key create|list|revoke`

import { createKey, revokeKey } from "../../actions/access/change-key.ts";
import { notFound } from "../../domain/fault.ts";
import { COMMAND_LINE } from "../../domain/workspace/audit-log.ts";
import { DAY_MS, isoTime, systemClock } from "../../lib/clock.ts";
import { listKeys } from "../../storage/access/keys.ts";
import { presentKey, presentNewKey } from "../../wire/access/key.ts";
import { keyName, momentInBody } from "../../wire/fields.ts";
import { type CliCommand, ON_WORKSPACE, requireFlag, requireNoMore, requireRoleName, UsageError } from "../command.ts";
import { printHolders, withWorkspace, withWorkspaceRead } from "../with-store.ts";

export const keyCreate: CliCommand = {
  name: "key create",
  usage: "key create --name NAME --role viewer|tester|admin [--app APP]... [--expires DATE] [--json]",
  summary: "Creates an API key and shows it. It is not shown again.",
  details:
    "--app      id or name of an app that the key reaches; may be repeated; by default every app\n--expires  when it stops working: a day (2027-01-31, which it still works on) or a time (2027-01-31T12:00Z); by default never\n--json     prints an object with the key",
  flags: {
    ...ON_WORKSPACE,
    name: { type: "string" },
    role: { type: "string" },
    app: { type: "string", multiple: true },
    expires: { type: "string" },
    json: { type: "boolean" },
  },
  async run(flags, terminal) {
    requireNoMore(flags, 0, "key create");
    const name = requireKeyName(requireFlag(flags, "name", "key create"));
    const role = requireRoleName(requireFlag(flags, "role", "key create"));
    const apps = (flags.values.app as string[] | undefined) ?? null;
    const expiresAt = flags.values.expires === undefined ? null : requireMoment(flags.values.expires as string);
    return withWorkspace(terminal, flags, async ({ performer, workspace }) => {
      const input = { workspaceId: workspace.id, name, role, apps, expiresAt };
      const { key, token } = await performer.perform(createKey, input, COMMAND_LINE);
      if (flags.values.json) terminal.print(JSON.stringify(presentNewKey(key, token)));
      else terminal.print(`${token}\n\nThis is the key "${name}" (${role}). It is not shown again: keep it safe.`);
      return 0;
    });
  },
};

export const keyList: CliCommand = {
  name: "key list",
  usage: "key list [--json]",
  summary: "Lists the API keys that are not revoked.",
  flags: { ...ON_WORKSPACE, json: { type: "boolean" } },
  async run(flags, terminal) {
    requireNoMore(flags, 0, "key list");
    return withWorkspaceRead(terminal, flags, async (store) => {
      await printHolders(terminal, store, await listKeys(store.reader, store.workspace.id), {
        json: flags.values.json === true,
        present: presentKey,
        label: ({ id }) => id,
        more: ({ expiresAt }) =>
          expiresAt === null ? [] : [`${expiresAt > systemClock() ? "expires" : "expired"} ${isoTime(expiresAt)}`],
        none: "No keys yet. Create one: retest key create --name NAME --role admin",
      });
      return 0;
    });
  },
};

export const keyRevoke: CliCommand = {
  name: "key revoke",
  usage: "key revoke ID",
  summary: "Revokes an API key: every server refuses it from then on.",
  flags: ON_WORKSPACE,
  async run(flags, terminal) {
    requireNoMore(flags, 1, "key revoke");
    const [name] = flags.positionals;
    if (name === undefined) throw new UsageError("Name the key to revoke, by its id. See: retest key list");
    return withWorkspace(terminal, flags, async ({ reader, performer, workspace }) => {
      const key = (await listKeys(reader, workspace.id)).find(({ id }) => id === name);
      if (key === undefined) throw notFound("key");
      await performer.perform(revokeKey, { workspaceId: workspace.id, id: key.id }, COMMAND_LINE);
      terminal.print(`Revoked "${key.name}" (${key.id}).`);
      return 0;
    });
  },
};

/** A day is meant with all its hours, in UTC. */
function requireMoment(text: string): number {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const read = momentInBody.safeParse(isDay ? `${text}T00:00Z` : text);
  if (read.success) return isDay ? read.data + DAY_MS : read.data;
  throw new UsageError(
    `--expires: ${JSON.stringify(text)} is neither a day (2027-01-31) nor a time (2027-01-31T12:00Z).`,
  );
}

/** Checks a key's name by the rule that the API has, too. */
function requireKeyName(text: string): string {
  const read = keyName.safeParse(text);
  if (!read.success) throw new UsageError(`--name: ${read.error.issues[0]!.message}.`);
  return read.data;
}
