// A reader that notes the statements that go through it.
import type { Reader } from "../../../src/storage/database/database.ts";

export interface CountingReader {
  reader: Reader;
  /** The texts of the statements so far. */
  asked: string[];
}

export function countingReader(reader: Reader): CountingReader {
  const asked: string[] = [];
  return {
    asked,
    reader: {
      dialect: reader.dialect,
      isLocal: reader.isLocal,
      stamp: () => reader.stamp(),
      get: (query, ...values) => {
        asked.push(query.text);
        return reader.get(query, ...values);
      },
      all: (query, ...values) => {
        asked.push(query.text);
        return reader.all(query, ...values);
      },
      close: () => reader.close(),
    },
  };
}
