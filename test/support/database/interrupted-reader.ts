// A reader between whose statements something else happens: after each of them, before it gives its answer.
import type { Reader } from "../../../src/storage/database/database.ts";

export function interruptedReader(reader: Reader, meanwhile: (statement: string) => Promise<unknown>): Reader {
  return {
    dialect: reader.dialect,
    isLocal: reader.isLocal,
    stamp: () => reader.stamp(),
    async get(query, ...values) {
      const row = await reader.get(query, ...values);
      await meanwhile(query.text);
      return row;
    },
    async all(query, ...values) {
      const rows = await reader.all(query, ...values);
      await meanwhile(query.text);
      return rows;
    },
    close: () => reader.close(),
  };
}
