// `retest operator add|remove|list`: who sees to all workspaces.
import { markOperator } from "../../actions/access/mark-operator.ts";
import { COMMAND_LINE } from "../../domain/workspace/audit-log.ts";
import { isoTime } from "../../lib/clock.ts";
import { listOperators } from "../../storage/access/people.ts";
import { type CliCommand, type Flags, requireNoMore, UsageError } from "../command.ts";
import { requireEmail } from "../require-email.ts";
import { withStore, withStoreRead } from "../with-store.ts";

export const operatorAdd: CliCommand = {
  name: "operator add",
  usage: "operator add EMAIL [--id ID]",
  summary: "Makes an account an operator's: it sees how much every workspace uses, and sets plans and limits.",
  details:
    "It must be an account of the first workspace, of an admin who reaches every app. The account is marked, not the address: an account\nwith the same address in another workspace gains nothing. Links for a new password that were made for it before are void.\n\n--id  the id of the account; with mail set up, it is needed for one whose address is not confirmed",
  flags: { id: { type: "string" } },
  run: (flags, terminal) =>
    withStore(terminal, async ({ performer }, { mail }) => {
      const id = flags.values.id as string | undefined;
      const input = { email: addressOf(flags, "operator add"), isOperator: true, id, mustBeConfirmed: mail !== null };
      const { name, email, ...account } = await performer.perform(markOperator, input, COMMAND_LINE);
      terminal.print(`${name} (${email}) is an operator: the menu of their name has All workspaces.`);
      const confirmed =
        account.emailConfirmedAt === null ? "not confirmed: they have only said that it is theirs" : "confirmed";
      terminal.print(`The account is ${account.id}, made ${isoTime(account.createdAt)}; its address is ${confirmed}.`);
      return 0;
    }),
};

export const operatorRemove: CliCommand = {
  name: "operator remove",
  usage: "operator remove EMAIL",
  summary: "Takes that back; the account itself stays.",
  run: (flags, terminal) =>
    withStore(terminal, async ({ performer }) => {
      const input = { email: addressOf(flags, "operator remove"), isOperator: false };
      const { name, email } = await performer.perform(markOperator, input, COMMAND_LINE);
      terminal.print(`${name} (${email}) is no operator.`);
      return 0;
    }),
};

export const operatorList: CliCommand = {
  name: "operator list",
  usage: "operator list [--json]",
  summary: "Lists the operators.",
  flags: { json: { type: "boolean" } },
  async run(flags, terminal) {
    requireNoMore(flags, 0, "operator list");
    return withStoreRead(terminal, async ({ reader }) => {
      const operators = await listOperators(reader);
      const shown = operators.map(({ name, email, operatorSince }) => ({
        name,
        email,
        since: isoTime(operatorSince!),
      }));
      if (flags.values.json) terminal.print(JSON.stringify(shown));
      else if (shown.length === 0) terminal.print("No operators yet. Make one: retest operator add EMAIL");
      else for (const { name, email, since } of shown) terminal.print(`${email}  ${name}  since ${since}`);
      return 0;
    });
  },
};

function addressOf(flags: Flags, command: string): string {
  requireNoMore(flags, 1, command);
  const [email] = flags.positionals;
  if (email === undefined) throw new UsageError(`Whose account? retest ${command} EMAIL`);
  return requireEmail(email);
}
