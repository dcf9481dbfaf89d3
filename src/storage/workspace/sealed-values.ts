// What is kept encrypted under the operator's secret key, whatever it is: read through when that key is rotated or examined.
import { SEALED_VALUES, type SealedTable, type SealedValue } from "../../domain/workspace/sealed-values.ts";
import { query, type Reads, returning, type Tx } from "../database/database.ts";

/** An app has one webhook and one badge at the most: they are found by it. */
const ID: Record<SealedTable, string> = { webhook: "app_id", badge: "app_id", connection: "id" };
const PAGE = 200;

/** With the app that it belongs to. */
export interface SealedRow extends SealedValue {
  appId: string;
  workspaceId: string;
}

interface Found {
  id: string;
  value: string;
  appId: string;
  workspaceId: string;
}

const COLUMNS = (Object.keys(SEALED_VALUES) as SealedTable[]).flatMap((table) =>
  Object.keys(SEALED_VALUES[table]).map((column) => ({
    table,
    column,
    page: query<Found>(
      {
        id: ID[table],
        value: column,
        appId: "app_id",
        workspaceId: "(select workspace_id from app where id = app_id)",
      },
      `from ${table} where ${ID[table]} > ? and ${column} is not null order by ${ID[table]} limit ${PAGE}`,
    ),
    replace: returning<{ id: string }>(`update ${table} set ${column} = ? where ${ID[table]} = ? and ${column} = ?`, {
      id: ID[table],
    }),
  })),
);

/** Of every workspace, page by page. */
export async function* listSealedValues(db: Reads): AsyncGenerator<SealedRow[]> {
  for (const { table, column, page } of COLUMNS) {
    for (let last = ""; ; ) {
      const found = await db.all(page, last);
      if (found.length === 0) break;
      yield found.map((row) => ({ ...row, table, column }));
      last = found.at(-1)!.id;
    }
  }
}

/** Puts a value in the place of what was read. False when another stands there by now. */
export async function replaceSealedValue(tx: Tx, row: SealedValue, value: string): Promise<boolean> {
  const { replace } = COLUMNS.find(({ table, column }) => table === row.table && column === row.column)!;
  return (await tx.get(replace, value, row.id, row.value)) !== undefined;
}
