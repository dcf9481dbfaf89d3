// Everything that is kept encrypted under the operator's secret key. Each text is bound to the row and the column it was written
// for, so that one copied to another row is of no use there.
import { type Cipher, isWrittenWith } from "../../lib/crypto/cipher.ts";

/** Encrypted columns of each table: one text, or JSON of several under their names. */
export const SEALED_VALUES = {
  webhook: { token: "text", secret: "text" },
  badge: { token: "text" },
  connection: { token: "text", credentials: "by name" },
  second_factor: { secret: "text" },
} as const satisfies Record<string, Record<string, "text" | "by name">>;

export type SealedTable = keyof typeof SEALED_VALUES;

/** What a text is bound to. `id` is the row's, or that of its app where an app has one row; `what` the column or the text's name. */
export function sealedContext(table: SealedTable, id: string, what: string): string {
  return `${table}/${id}/${what}`;
}

export interface SealedValue {
  table: SealedTable;
  column: string;
  id: string;
  value: string;
}

/** Both keys during a rotation. Without a former one, what the next key can't read is unreadable. */
export interface TwoCiphers {
  next: Cipher;
  former: Cipher | null;
}

export interface Resealed {
  /** The key that the value was written with. */
  was: "next" | "former" | "neither";
  /** The value, encrypted with the next key as far as it could be read. */
  value: string;
}

/** Encrypts a value with the next key. */
export function reseal(ciphers: TwoCiphers, { table, column, id, value }: SealedValue): Resealed {
  const isByName = (SEALED_VALUES[table] as Record<string, string>)[column] === "by name";
  if (!isByName) return resealText(ciphers, sealedContext(table, id, column), value);
  const parts = Object.entries(JSON.parse(value) as Record<string, string>).map(
    ([name, text]) => [name, resealText(ciphers, sealedContext(table, id, name), text)] as const,
  );
  const were = new Set(parts.map(([, { was }]) => was));
  const was = (["neither", "former"] as const).find((one) => were.has(one)) ?? "next";
  if (was === "next") return { was, value };
  return { was, value: JSON.stringify(Object.fromEntries(parts.map(([name, part]) => [name, part.value]))) };
}

function resealText({ next, former }: TwoCiphers, context: string, value: string): Resealed {
  if (isWrittenWith(next, context, value)) return { was: "next", value };
  if (former === null || !isWrittenWith(former, context, value)) return { was: "neither", value };
  return { was: "former", value: next.encrypt(context, former.decrypt(context, value)) };
}
