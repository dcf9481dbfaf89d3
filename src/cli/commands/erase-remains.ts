// `retest erase remains`: takes what was erased out of the database's own files. It can be interrupted and run again.
import type { RewriteNews } from "../../storage/privacy/rewrite.ts";
import type { Remaining } from "../../storage/privacy/rewrite-log.ts";
import { type CliCommand, requireNoMore } from "../command.ts";
import type { Terminal } from "../terminal.ts";
import { withStore } from "../with-store.ts";

const NAME = "erase remains";
const BYTES_PER_MB = 1_000_000;

export const eraseRemains: CliCommand = {
  name: NAME,
  usage: NAME,
  summary:
    "Takes what was erased out of the database's own files, where it stays until their room is used again: tables, statistics, write-ahead log.",
  details: `On PostgreSQL each table is locked while it is written anew, one to two seconds for every
100 MB if the machine has nothing else to do. Whoever reads or writes it meanwhile waits, and after two seconds
is asked to try again. It takes as much free room as the largest table. Run it at a quiet hour, once for all
that was erased before. What the role has no right to is said, with the SQL that an administrator of the
database runs instead; the command then ends with 1. On SQLite nothing is left after erasing; there it only
writes the file anew.

Archives of the write-ahead log, standbys and base backups are not reached.`,
  async run(flags, terminal) {
    requireNoMore(flags, 0, NAME);
    return withStore(terminal, async (store) => {
      const left = await store.rewrite((news) => terminal.say(sentenceOf(news)));
      if (left.length > 0) return tellRemaining(left, terminal);
      terminal.print("Nothing of what was erased is left in the database's files.");
      return 0;
    });
  },
};

function sentenceOf({ what, table }: RewriteNews): string {
  if (what === "older readers") return "Waiting for whoever began to read before …";
  if (table === undefined) return `Writing anew: ${what === "log" ? "the write-ahead log" : what} …`;
  return `Writing anew: ${table.name}, ${Math.ceil(table.bytes / BYTES_PER_MB)} MB, locked meanwhile …`;
}

/** Tells what remains. Gives the exit code. */
function tellRemaining(left: readonly Remaining[], terminal: Terminal): number {
  for (const { why } of left) terminal.say(why);
  const sql = left.flatMap((one) => one.sql ?? []);
  if (sql.length > 0) terminal.say("In this database its administrator runs, as it stands here:");
  if (sql.length > 0) terminal.print(sql.join("\n"));
  return 1;
}
