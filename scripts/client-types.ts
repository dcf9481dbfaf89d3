// Writes the types of the client from the API's document: npm run client-types
import { writeFileSync } from "node:fs";
import { register } from "node:module";
import { join, resolve } from "node:path";
import { apiDocument, markOf, repeatableIn } from "./client/api-document.ts";

const FOLDER = join(resolve(import.meta.dirname, ".."), "clients/typescript/src");
const MADE = "made by `npm run client-types` from the API's document: change nothing here.";

// The generator builds its text with the compiler's own tree, which TypeScript gives away only up to its fifth version: another
// package holds that.
const redirect = `export function resolve(name, context, next) {
  return next(name === "typescript" && context.parentURL?.includes("/openapi-typescript/") ? "@ts-morph/common/dist/typescript.js" : name, context);
}`;
register(`data:text/javascript,${encodeURIComponent(redirect)}`);

const { default: openapiTS, astToString } = await import("openapi-typescript");
const document = await apiDocument();
const types = astToString(await openapiTS(document as never));
const head = `// The requests and answers of the API as types, ${MADE}\n// ${markOf(document, types)}\n`;
writeFileSync(join(FOLDER, "api-types.d.ts"), `${head}${types}`);
const repeatable = repeatableIn(document).map((one) => `  ${JSON.stringify(one)},\n`);
writeFileSync(
  join(FOLDER, "repeatable-operations.ts"),
  `// What may be sent again with its Idempotency-Key, ${MADE}\nexport const REPEATABLE: ReadonlySet<string> = new Set([\n${repeatable.join("")}]);\n`,
);
