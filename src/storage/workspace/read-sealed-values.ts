// What is kept encrypted under the operator's secret key, whatever it is: read through when that key is rotated or examined.
import { SEALED_VALUES, type SealedTable, type SealedValue } from "../../domain/workspace/sealed-values.ts";
import { query, type Reads, returning, type Tx } from "../database/database.ts";

interface SealedColumn {
  /** The id of the row. */
  id: string;
  /** The app it belongs to; null for what is a person's. */
  app: string | null;
}

/** An app has one webhook and one badge at the most: they are found by it. */
const SEALED_COLUMNS: Record<SealedTable, SealedColumn> = {
  webhook: { id: "app_id", app: "app_id" },
  badge: { id: "app_id", app: "app_id" },
  connection: { id: "id", app: "app_id" },
  second_factor: { id: "id", app: null },
};
const PAGE = 200;

/** The column that finds a row; what is encrypted is bound to its value. */
export function idColumnOf(table: SealedTable): string {
  return SEALED_COLUMNS[table].id;
}

/** A sealed value with its app, if it belongs to one. */
export interface SealedRow extends SealedValue {
  app: { id: string; workspaceId: string } | null;
}

interface Found {
  id: string;
  value: string;
  appId: string | null;
  workspaceId: string | null;
}

const COLUMNS = (Object.keys(SEALED_VALUES) as SealedTable[]).flatMap((table) =>
  Object.keys(SEALED_VALUES[table]).map((column) => {
    const { id, app } = SEALED_COLUMNS[table];
    const workspaceId = app === null ? "null" : `(select workspace_id from app where id = ${app})`;
    return {
      table,
      column,
      page: query<Found>(
        { id, value: column, appId: app ?? "null", workspaceId },
        `from ${table} where ${id} > ? and ${column} is not null order by ${id} limit ${PAGE}`,
      ),
      replace: returning<{ id: string }>(`update ${table} set ${column} = ? where ${id} = ? and ${column} = ?`, { id }),
    };
  }),
);

/** Sealed values of every workspace, page by page. */
export async function* listSealedValues(db: Reads): AsyncGenerator<SealedRow[]> {
  for (const { table, column, page } of COLUMNS) {
    for (let last = ""; ; ) {
      const found = await db.all(page, last);
      if (found.length === 0) break;
      yield found.map(({ id, value, appId, workspaceId }) => {
        const app = appId === null ? null : { id: appId, workspaceId: workspaceId! };
        return { id, value, table, column, app };
      });
      last = found.at(-1)!.id;
    }
  }
}

/** Replaces a value that was read. False if it changed meanwhile. */
export async function replaceSealedValue(tx: Tx, row: SealedValue, value: string): Promise<boolean> {
  const { replace } = COLUMNS.find(({ table, column }) => table === row.table && column === row.column)!;
  return (await tx.get(replace, value, row.id, row.value)) !== undefined;
}
