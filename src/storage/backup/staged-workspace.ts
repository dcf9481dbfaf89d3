// The rows of an exported workspace in a database of their own, out of everybody's sight: they are brought to the current schema there and
// looked through, and read from there once all of them have come.
import { isFileKey, newFileKey } from "../../lib/files/file-store.ts";
import { ATTACHMENT_TABLES } from "../attachments/attachments.ts";
import { command, insert, query } from "../database/database.ts";
import { openSqliteWriter, type SqliteWriter } from "../database/sqlite.ts";
import { fileBytesScope } from "../workspace/counters.ts";
import { PLANS } from "../workspace/workspaces.ts";
import { DamagedBackup } from "./backup-file.ts";
import { requireAsWritten } from "./check-rows.ts";
import type { Rows } from "./dump.ts";
import { EXPORTED_TABLES, exportOf } from "./exported-rows.ts";
import { buildSqlite, dumpSqlite } from "./sqlite-dump.ts";

/** A file that came along, and the key under which it is kept here: files of the same installation never share one. */
export interface ArrivedFile {
  file: string;
  kept: string;
  size: number;
}

const ARRIVED = { file: "file", kept: "kept", size: "size" };
const createArrived =
  "create table arrived (file text primary key, kept text not null unique, size integer not null) strict";
const indexFiles = ATTACHMENT_TABLES.map((table) => `create index ${table}_by_file on ${table} (file)`).join(";");
const arrive = insert("arrived", Object.keys(ARRIVED));
const arrivedPage = query<ArrivedFile>(ARRIVED, "from arrived where file > ? order by file limit ?");
const arrivedCount = query<{ n: number }>({ n: "count(*)" }, "from arrived");
const NAMED = ATTACHMENT_TABLES.map((table) => `select file, size from ${table} where file is not null`).join(
  " union all ",
);
const unnamed = query<{ file: string }>(
  { file: "file" },
  `from arrived a where not exists (select 1 from (${NAMED}) n where n.file = a.file and n.size = a.size) limit 1`,
);
/** A key that names nothing, in place of each that names what did not come along: here it might name another's. */
const createLost = "create table lost (file text primary key, kept text not null unique) strict";
const lose = insert("lost", ["file", "kept"]);
const lost = query<{ file: string }>(
  { file: "file" },
  `from (${NAMED}) where file > ? and file not in (select file from arrived) group by file order by file limit ?`,
);
const RENAMED = "(select file, kept from arrived union all select file, kept from lost)";
const rename = ATTACHMENT_TABLES.map((table) =>
  command(
    `update ${table} set file = (select kept from ${RENAMED} r where r.file = ${table}.file)
     where file in (select file from ${RENAMED})`,
  ),
);
const forgetBytes = command("delete from counter where scope = ?");

const PAGE = 500;

/** Takes rows and files as they arrive. */
export interface Staging {
  add(rows: Rows): Promise<void>;
  arrived(file: ArrivedFile): void;
  /** Called when all has arrived. Throws `DamagedBackup` if it isn't exactly one workspace. */
  finish(now: number, hasFiles: boolean): StagedWorkspace;
  arrivedFiles(): Generator<ArrivedFile>;
  close(): void;
}

export function stageWorkspace(file: string, schema: number): Staging {
  const building = buildSqlite(file, schema);
  building.writer.exec(createArrived);
  let db: SqliteWriter = building.writer;
  return {
    async add(rows) {
      if (!EXPORTED_TABLES.includes(rows.table)) throw new DamagedBackup("it has rows that are no workspace's");
      building.add(rows);
    },
    arrived({ file: key, kept, size }) {
      if (!isFileKey(key)) throw new DamagedBackup("a file in it has no key");
      building.writer.run(arrive, key, kept, size);
    },
    finish(now, hasFiles) {
      building.finish();
      db = openSqliteWriter(file);
      const staged = new StagedWorkspace(file);
      try {
        staged.settle(now, hasFiles);
        return staged;
      } catch (error) {
        staged.close();
        throw error;
      }
    },
    arrivedFiles: () => arrivedIn(db),
    close: () => db.close(),
  };
}

function* arrivedIn(db: SqliteWriter): Generator<ArrivedFile> {
  for (let after = ""; ; ) {
    const page = db.all(arrivedPage, after, PAGE);
    yield* page;
    if (page.length < PAGE) return;
    after = page.at(-1)!.file;
  }
}

interface StagedRow {
  id: string;
  name: string;
  plan: string;
}

const workspaces = query<StagedRow>({ id: "id", name: "name", plan: "plan" }, "from workspace limit 2");

export class StagedWorkspace {
  readonly db: SqliteWriter;
  private readonly file: string;

  constructor(file: string) {
    this.file = file;
    this.db = openSqliteWriter(file);
  }

  get workspace(): StagedRow {
    const [one, another] = this.db.all(workspaces);
    if (one === undefined || another !== undefined) throw new DamagedBackup("it does not hold one workspace");
    if (!PLANS.some((plan) => plan === one.plan))
      throw new DamagedBackup("its workspace is on a plan that there is not");
    return one;
  }

  /** Table by table, each after those that its rows refer to. */
  async *rows(): AsyncGenerator<Rows> {
    const dump = dumpSqlite(this.file, { tables: EXPORTED_TABLES, rowsOf: () => null });
    try {
      yield* dump.rows();
    } finally {
      await dump.close();
    }
  }

  arrivedFiles(): Generator<ArrivedFile> {
    return arrivedIn(this.db);
  }

  get fileCount(): number {
    return this.db.get(arrivedCount)!.n;
  }

  close(): void {
    this.db.close();
  }

  /** Files get the keys that they are kept under, and what waited to be sent is not sent from here: the source still may. */
  settle(now: number, hasFiles: boolean): void {
    // Counted anew from the files that came.
    this.db.run(forgetBytes, fileBytesScope(this.workspace.id));
    this.requireOneWorkspace();
    requireAsWritten(this.db);
    this.db.exec(`${indexFiles};${createLost}`);
    this.db.begin();
    if (this.db.get(unnamed) !== undefined) throw new DamagedBackup("a file in it belongs to nothing");
    if (hasFiles) this.giveKeysToLost();
    for (const one of rename) this.db.run(one);
    for (const { text, isTimed } of SETTLED) this.db.run(command(text), ...(isTimed ? [now] : []));
    this.db.commit();
  }

  private giveKeysToLost(): void {
    for (let after = ""; ; ) {
      const page = this.db.all(lost, after, PAGE);
      for (const { file } of page) this.db.run(lose, file, newFileKey());
      if (page.length < PAGE) return;
      after = page.at(-1)!.file;
    }
  }

  private requireOneWorkspace(): void {
    const choice = exportOf(this.workspace.id);
    for (const table of choice.tables) {
      const { where, values } = choice.rowsOf(table)!;
      const stray = query<{ one: number }>({ one: "1" }, `from ${table} where (${where}) is not true limit 1`);
      if (this.db.get(stray, ...values) !== undefined) {
        throw new DamagedBackup(`${table.replaceAll('"', "")}: a row in it belongs to no workspace, or to another`);
      }
    }
  }
}

/** The error shown on what was waiting to be sent when the workspace was exported. */
const NOT_SENT = "imported";
/** A key of an assistant has no use without its tokens, which stay where they were given. */
const SETTLED: readonly { text: string; isTimed?: true }[] = [
  { text: "update notification set state = 'sending', claimed_at = created_at where state = 'pending'" },
  {
    text: `update forward set state = 'cancelled', finished_at = ?, outcome = '${NOT_SENT}' where state in ('pending', 'waiting')`,
    isTimed: true,
  },
  { text: "update connection set next_at = null where next_at is not null" },
  { text: "update gate_watch set due_at = null where due_at is not null" },
  {
    text: `update mail set state = 'cancelled', finished_at = ?, outcome = '${NOT_SENT}', old_address = null where state = 'pending'`,
    isTimed: true,
  },
  { text: "update inbox_entry set unmailed = null where unmailed is not null" },
  { text: "update key set revoked_at = ? where client_id is not null and revoked_at is null", isTimed: true },
];
