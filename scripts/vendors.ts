// Holds what is sent to tools, and samples of what they send, against the types and schemas that their vendors publish, those of large
// packages too: they are installed in a folder of their own and thrown away. npm run vendors
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Ajv, type AnySchema } from "ajv";
import { trackerSays } from "../test/support/vendors/tracker-says.ts";
import { type TypedValue, typeErrors } from "../test/support/vendors/type-errors.ts";
import { VENDOR_SHAPES } from "../test/support/vendors/vendor-shapes.ts";
import { VENDOR_PACKAGES } from "./compatibility/vendor-packages.ts";

const folder = mkdtempSync(join(tmpdir(), "retest-vendors-"));
try {
  const packages = Object.entries(VENDOR_PACKAGES).map(([name, version]) => `${name}@${version}`);
  await promisify(execFile)(
    "npm",
    ["install", "--prefix", folder, "--no-save", "--ignore-scripts", "--legacy-peer-deps", ...packages],
    // Only their types are read: which Node they are for does not matter.
    { cwd: folder, env: { ...process.env, npm_config_engine_strict: "false" } },
  );
  const modules = join(folder, "node_modules");
  const faults: string[] = [];
  for (const shape of VENDOR_SHAPES) {
    const values: TypedValue[] = (await shape.values()).map((value) => ({ ...shape, value }));
    if (values.length === 0) throw new Error(`there is nothing of ${shape.what}`);
    const here = shape.package in VENDOR_PACKAGES ? modules : undefined;
    const errors = typeErrors(values, here);
    const [first] = values;
    const more = Array.isArray(first!.value)
      ? [...first!.value, { notTheirs: 1 }]
      : { ...(first!.value as object), notTheirs: 1 };
    const isLoose = typeErrors([{ ...first!, value: more }], here).length === 0;
    const told = errors.length > 0 ? "NOT of it" : isLoose ? "of it; it takes other fields, too" : "of it";
    console.log(`  ${shape.what} (${values.length}) beside ${shape.package}: ${told}`);
    faults.push(...errors);
  }
  faults.push(...(await documentFaults(modules)));
  if (faults.length > 0) throw new Error(faults.join("\n"));
  console.log("all that was sent and heard is as the vendors publish it");
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** What Jira Cloud would not take of the documents that are sent to it, by Atlassian's schema of them. */
async function documentFaults(modules: string): Promise<string[]> {
  const schema = readFileSync(join(modules, "@atlaskit/adf-schema/dist/json-schema/v1/full.json"), "utf8");
  const fits = new Ajv({
    strict: false,
    allErrors: true,
    schemaId: "id",
    meta: false,
    validateSchema: false,
  } as object).compile(JSON.parse(schema) as AnySchema);
  const documents = (await trackerSays("jira")).flatMap(({ body }) => {
    const document = body?.fields?.description ?? body?.body;
    return document === undefined ? [] : [document];
  });
  if (documents.length === 0) throw new Error("there is no document for Jira");
  if (fits({ version: 1, type: "doc", content: [{ type: "foo" }] })) throw new Error("the schema takes anything");
  const wrong = documents.filter((document) => !fits(document));
  console.log(
    `  a document for Jira Cloud (${documents.length}) beside @atlaskit/adf-schema: ${wrong.length} NOT of it`,
  );
  return wrong.map((document) => `a document for Jira: ${JSON.stringify(document).slice(0, 500)}`);
}
