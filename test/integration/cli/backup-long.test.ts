// `retest backup` of tables that take a while to read.
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, test } from "vitest";
import { sqliteFile } from "../../../src/startup/config.ts";
import { freshPlace } from "../../support/clients/cli-settings.ts";
import { wholeCommand } from "../../support/clients/command.ts";

/** So many that the engine has made fast code of the reading before the end: that lets go of all that is not asked for again. */
const ROWS = { workspace: 2_000, standing: 8_000, slot: 3_000, event: 20_000 };

function fill(db: InstanceType<typeof DatabaseSync>, table: string, count: number): void {
  const columns = db.prepare(`pragma table_info(${table})`).all() as { name: string; type: string }[];
  const values = columns.map(({ type }) => (type === "INTEGER" ? "i" : "i || hex(randomblob(40))"));
  db.exec(`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})
    insert into ${table} (${columns.map(({ name }) => name).join(", ")}) select ${values.join(", ")} from n`);
}

test("all rows of long tables are in it, however often memory is cleared meanwhile", async () => {
  const place = await freshPlace("sqlite");
  try {
    const dataDir = place.settings.RETEST_DATA_DIR!;
    expect((await wholeCommand(["key", "list"], place.settings)).code).toBe(0);
    const db = new DatabaseSync(sqliteFile({ dataDir }));
    db.exec("pragma foreign_keys = off");
    for (const [table, count] of Object.entries(ROWS)) fill(db, table, count);
    db.close();
    const { code, stderr } = await wholeCommand(["backup", join(dataDir, "long.backup")], place.settings);
    expect([code, stderr]).toEqual([0, expect.stringContaining("event: 20000 rows")]);
  } finally {
    await place.remove();
  }
});
