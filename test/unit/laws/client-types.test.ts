// The types of the client are made from the API's document: whoever changes that makes them again.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { REPEATABLE } from "../../../clients/typescript/src/repeatable-operations.ts";
import { apiDocument, markOf, repeatableIn } from "../../../scripts/client/api-document.ts";

test("the client's types are those of the API's document: else run `npm run client-types`", async () => {
  const document = await apiDocument();
  const [, mark, ...types] = readFileSync("clients/typescript/src/api-types.d.ts", "utf8").split("\n");
  expect(mark).toBe(`// ${markOf(document, types.join("\n"))}`);
  expect([...REPEATABLE]).toEqual(repeatableIn(document));
});
