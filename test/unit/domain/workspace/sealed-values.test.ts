// Values under a new key: the same text in the same place, whichever of the two keys it was written with before.
import { describe, expect, test } from "vitest";
import { reseal, SEALED_VALUES, sealedContext } from "../../../../src/domain/workspace/sealed-values.ts";
import { createCipher } from "../../../../src/lib/crypto/cipher.ts";

const [next, former, stranger] = ["n", "f", "s"].map((letter) => createCipher(letter.repeat(32), "secret/v1"));
const ciphers = { next: next!, former: former! };

describe("an encrypted value under a new key", () => {
  test.each(
    (["webhook", "badge", "connection", "second_factor"] as const).flatMap((table) =>
      Object.keys(SEALED_VALUES[table])
        .filter((column) => column !== "credentials")
        .map((column) => [table, column] as const),
    ),
  )("%s.%s: what the old key has written is written anew, what the new one has written stays", (table, column) => {
    const context = sealedContext(table, "id_1", column);
    const row = { table, column, id: "id_1", value: former!.encrypt(context, "hidden") };
    const { was, value } = reseal(ciphers, row);
    expect([was, next!.decrypt(context, value)]).toEqual(["former", "hidden"]);
    expect(reseal(ciphers, { ...row, value })).toEqual({ was: "next", value });
    // Neither a key that is not given nor another row opens it; it is left as it is.
    expect(reseal({ ...ciphers, former: null }, row)).toEqual({ was: "neither", value: row.value });
    expect(reseal(ciphers, { ...row, id: "id_2" })).toEqual({ was: "neither", value: row.value });
  });

  test("of several texts by name, each is written anew by itself, also where another can't be read", () => {
    const context = (name: string) => sealedContext("connection", "con_1", name);
    const kept = { a: former!.encrypt(context("a"), "A"), b: next!.encrypt(context("b"), "B") };
    const row = { table: "connection", column: "credentials", id: "con_1", value: JSON.stringify(kept) } as const;
    const { was, value } = reseal(ciphers, row);
    const now = JSON.parse(value);
    expect([was, next!.decrypt(context("a"), now.a), now.b]).toEqual(["former", "A", kept.b]);
    const c = stranger!.encrypt(context("c"), "C");
    const mixed = reseal(ciphers, { ...row, value: JSON.stringify({ ...kept, c }) });
    expect([mixed.was, JSON.parse(mixed.value).c]).toEqual(["neither", c]);
    expect(next!.decrypt(context("a"), JSON.parse(mixed.value).a)).toBe("A");
    expect(reseal(ciphers, { ...row, value: "{}" })).toEqual({ was: "next", value: "{}" });
  });
});
