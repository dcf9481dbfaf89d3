// `retest person invite|list|reset|drop-factors|remove`, and the link for the first admin.

import { takeFactors } from "../../actions/access/change-factors.ts";
import { removePerson } from "../../actions/access/change-person.ts";
import { invite } from "../../actions/access/invite-person.ts";
import { makeResetLink } from "../../actions/access/reset-password.ts";
import { joinLink, resetAddress } from "../../domain/access/link-addresses.ts";
import { notFound } from "../../domain/fault.ts";
import { INVITATION_DAYS, RESET_LINK_MINUTES } from "../../domain/limits.ts";
import { COMMAND_LINE } from "../../domain/workspace/audit-log.ts";
import { findPersonByEmail, listPeople, type Person } from "../../storage/access/people.ts";
import { type PersonLeftovers, readPersonLeftovers } from "../../storage/cycles/person-leftovers.ts";
import type { Reads } from "../../storage/database/database.ts";
import type { Workspace } from "../../storage/workspace/workspaces.ts";
import { presentNewInvitation } from "../../wire/access/invitation.ts";
import { presentPerson } from "../../wire/access/person.ts";
import { presentNewResetLink } from "../../wire/access/reset-link.ts";
import { knownEmail } from "../../wire/fields.ts";
import {
  type CliCommand,
  type Flags,
  ON_WORKSPACE,
  requireFlag,
  requireNoMore,
  requireRoleName,
  UsageError,
} from "../command.ts";
import { requireEmail } from "../require-email.ts";
import { printHolders, withWorkspace, withWorkspaceRead } from "../with-store.ts";

export const personInvite: CliCommand = {
  name: "person invite",
  usage: "person invite --role viewer|tester|admin [--app APP]... [--email EMAIL] [--json]",
  summary: `Creates a link with which one person can join, and shows it. It works once, for ${INVITATION_DAYS} days, and is not shown again.`,
  details:
    "With mail set up and --email given, a server that runs sends the link there, too.\n\n--app    id or name of an app that the person reaches; may be repeated; by default every app\n--email  the only e-mail address that can join with the link; by default any\n--json   prints an object with the link",
  flags: {
    ...ON_WORKSPACE,
    role: { type: "string" },
    app: { type: "string", multiple: true },
    email: { type: "string" },
    json: { type: "boolean" },
  },
  async run(flags, terminal) {
    requireNoMore(flags, 0, "person invite");
    const role = requireRoleName(requireFlag(flags, "role", "person invite"));
    const email = flags.values.email === undefined ? null : requireEmail(flags.values.email as string);
    const apps = (flags.values.app as string[] | undefined) ?? null;
    return withWorkspace(terminal, flags, async ({ performer, workspace }, { baseUrl, mail }) => {
      const input = { workspaceId: workspace.id, role, apps, email, createdBy: null, mail: mail !== null };
      const mailed = mail !== null && email !== null;
      const { invitation, token } = await performer.perform(invite, input, COMMAND_LINE);
      const link = joinLink(baseUrl, token);
      if (flags.values.json)
        terminal.print(JSON.stringify(presentNewInvitation({ ...invitation, inviter: null }, link, mailed)));
      else
        terminal.print(
          `${link}\n\nWith this link one person can join (${role}). It works once, for ${INVITATION_DAYS} days, and is not shown again.${mailed ? `\nA mail with another link for the same is on its way to ${email}.` : ""}`,
        );
      return 0;
    });
  },
};

export const personList: CliCommand = {
  name: "person list",
  usage: "person list [--json]",
  summary: "Lists the people who can sign in.",
  flags: { ...ON_WORKSPACE, json: { type: "boolean" } },
  async run(flags, terminal) {
    requireNoMore(flags, 0, "person list");
    return withWorkspaceRead(terminal, flags, async (store) => {
      await printHolders(terminal, store, await listPeople(store.reader, store.workspace.id), {
        json: flags.values.json === true,
        present: presentPerson,
        label: ({ email }) => email,
        none: "No people yet. Invite one: retest person invite --role admin",
      });
      return 0;
    });
  },
};

const NO_PASSWORDS =
  "RETEST_PASSWORD_SIGN_IN is off: no link sets a password, and none signs anybody in. Switch it on first.";

export const personReset: CliCommand = {
  name: "person reset",
  usage: "person reset EMAIL [--json]",
  summary: `Creates a link with which a person sets a new password, and shows it. It works once, for ${RESET_LINK_MINUTES} minutes, and is not shown again.`,
  details: "--json  prints an object with the link",
  flags: { ...ON_WORKSPACE, json: { type: "boolean" } },
  async run(flags, terminal) {
    requireNoMore(flags, 1, "person reset");
    const email = requireNamed(flags);
    return withWorkspace(terminal, flags, async ({ reader, performer, workspace }, { baseUrl, passwordSignIn }) => {
      if (!passwordSignIn) throw new UsageError(NO_PASSWORDS);
      const { id, name } = await findPerson(reader, workspace, email);
      const input = { workspaceId: workspace.id, id, madeBy: null };
      const { token, expiresAt } = await performer.perform(makeResetLink, input, COMMAND_LINE);
      const link = resetAddress(baseUrl, token);
      if (flags.values.json) terminal.print(presentNewResetLink(link, expiresAt));
      else
        terminal.print(
          `${link}\n\nWith this link ${name} can set a new password. It works once, for ${RESET_LINK_MINUTES} minutes, replaces any made before, and is not shown again.`,
        );
      return 0;
    });
  },
};

export const personDropFactors: CliCommand = {
  name: "person drop-factors",
  usage: "person drop-factors EMAIL",
  summary:
    "Takes the second factors and recovery codes of a person away who has lost them: the password alone signs them in.",
  flags: ON_WORKSPACE,
  async run(flags, terminal) {
    requireNoMore(flags, 1, "person drop-factors");
    const email = requireNamed(flags);
    return withWorkspace(terminal, flags, async ({ reader, performer, workspace }) => {
      const { id, name } = await findPerson(reader, workspace, email);
      await performer.perform(takeFactors, { workspaceId: workspace.id, id, takenBy: null }, COMMAND_LINE);
      terminal.print(`${name} (${email}) has no second factor any more.`);
      return 0;
    });
  },
};

export const personRemove: CliCommand = {
  name: "person remove",
  usage: "person remove EMAIL [--revoke-keys]",
  summary:
    "Removes a person and ends all their sessions. Says what they leave behind: keys they made, issues, sections of cycles.",
  details: "--revoke-keys  also revokes the keys that they made",
  flags: { ...ON_WORKSPACE, "revoke-keys": { type: "boolean" } },
  async run(flags, terminal) {
    requireNoMore(flags, 1, "person remove");
    const email = requireNamed(flags);
    return withWorkspace(terminal, flags, async ({ reader, performer, workspace }) => {
      const person = await findPerson(reader, workspace, email);
      const revokeKeys = flags.values["revoke-keys"] === true;
      const ties = await readPersonLeftovers(reader, person);
      await performer.perform(removePerson, { workspaceId: workspace.id, id: person.id, revokeKeys }, COMMAND_LINE);
      terminal.print(`Removed ${person.name} (${email}).`);
      for (const line of leftBehind(ties, revokeKeys)) terminal.print(line);
      return 0;
    });
  },
};

/** What others have to see to now, a line each. */
function leftBehind({ keys, issues, sections }: PersonLeftovers, revoked: boolean): string[] {
  const state = revoked ? "Revoked the key" : "Still works: the key";
  return [
    ...keys.map(({ id, name }) => `${state} ${JSON.stringify(name)} (${id}), which they made.`),
    ...(issues.total === 0
      ? []
      : [
          `Assigned to them: ${issues.total} open ${issues.total === 1 ? "issue" : "issues"}, the newest ${issues.newest[0]!.code}.`,
        ]),
    ...sections.map((one) => `Theirs to test: ${one.sectionTitle} in the cycle ${one.cycleName} of ${one.appName}.`),
  ];
}

/** The e-mail address that a command names. */
function requireNamed({ positionals: [given] }: Flags): string {
  if (given === undefined) throw new UsageError("Name the person by their e-mail address. See: retest person list");
  const read = knownEmail.safeParse(given);
  if (!read.success) throw new UsageError(`${JSON.stringify(given)} is not an e-mail address.`);
  return read.data;
}

/** Throws `not_found`. */
async function findPerson(reader: Reads, workspace: Workspace, email: string): Promise<Person> {
  const person = await findPersonByEmail(reader, workspace.id, email);
  if (person === undefined) throw notFound("person");
  return person;
}
