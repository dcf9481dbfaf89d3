// Whether the rows of a staged workspace are such as this program writes them. Some are read by what serves every workspace, the search index
// and the jobs of the server: a row that nobody would write here must not stop those, or make them change what is another workspace's.
import * as z from "zod";
import { ERASURE_KINDS } from "../../domain/privacy/erasure.ts";
import { ATTACHMENT_TABLES } from "../attachments/attachments.ts";
import { type Query, query } from "../database/database.ts";
import type { SqliteWriter } from "../database/sqlite.ts";
import { NUMBERS } from "../issues/search-index.ts";
import { DamagedBackup } from "./backup-file.ts";
import { EXPORTED_TABLES } from "./exported-rows.ts";

type Found = { one: number };

interface Refused {
  rows: Query<Found>;
  why: string;
}

const refused = (rest: string, why: string): Refused => ({
  rows: query<Found>({ one: "1" }, `from ${rest} limit 1`),
  why,
});

const KINDS = ERASURE_KINDS.map((kind) => `'${kind}'`).join(", ");
/** Whoever goes on with an erasure does so in every workspace: one that is done has nothing to go on with. */
const REFUSED: readonly Refused[] = [
  refused(
    `erasure where state <> 'done' or subject is not null or finished_at is null or kind not in (${KINDS})
     or case when json_valid(progress) then json_type(progress) <> 'object' else 1 end`,
    "it has an erasure that is not done, or can't be read",
  ),
  refused(
    `app where last_number not between 0 and ${NUMBERS - 1}`,
    "an app in it has given more numbers than there are for issues",
  ),
  refused(
    "issue join app on app.id = issue.app_id where issue.number not between 1 and app.last_number",
    "an issue in it has a number that its app has not given",
  ),
  refused("issue group by app_id, number having count(*) > 1", "two issues in it have the same number"),
  ...ATTACHMENT_TABLES.map((table) =>
    refused(
      `${table} where file is not null and (length(file) <> 32 or file glob '*[^0-9a-z]*')`,
      "an attachment in it names what is no file",
    ),
  ),
];

/** Moments until the year 2248; nothing else is counted that far, and the sum of a thousand can still be read. */
const LARGEST = 2 ** 43;
/** Numbers that many rows may have and that are added up, so each must be small. */
const ADDED_UP: readonly string[] = ["n", "size"];

/** Throws `DamagedBackup`. */
export function requireAsWritten(db: SqliteWriter): void {
  for (const { rows, why } of REFUSED) if (db.get(rows) !== undefined) throw new DamagedBackup(why);
  for (const table of EXPORTED_TABLES) requireNumbers(db, table);
  for (const { document } of eachDocument(db)) {
    if (!isReadable(document)) throw new DamagedBackup("an issue in it can't be read");
  }
}

function requireNumbers(db: SqliteWriter, table: string): void {
  const columns = query<{ name: string }>(
    { name: "name" },
    `from pragma_table_info('${table.replaceAll('"', "")}') where type = 'INTEGER' collate nocase`,
  );
  const beyond = db.all(columns).map(({ name }) => {
    if (name === "size") return `${name} not between 0 and ${NUMBERS}`;
    return `abs(${name}) > ${ADDED_UP.includes(name) ? NUMBERS : LARGEST}`;
  });
  if (beyond.length === 0) return;
  const found = query<Found>({ one: "1" }, `from ${table} where ${beyond.join(" or ")} limit 1`);
  if (db.get(found) !== undefined) {
    throw new DamagedBackup(`${table.replaceAll('"', "")}: a number in it is too large, or too small`);
  }
}

const PAGE = 500;
type Documented = { id: string; document: string };
const documents = query<Documented>({ id: "id", document: "document" }, "from issue where id > ? order by id limit ?");

function* eachDocument(db: SqliteWriter): Generator<Documented> {
  for (let after = ""; ; ) {
    const page = db.all(documents, after, PAGE);
    yield* page;
    if (page.length < PAGE) return;
    after = page.at(-1)!.id;
  }
}

const Text = z.string();
const Time = Text.refine((text) => !Number.isNaN(Date.parse(text)));
/** The parts of an issue's document that the product reads. */
const DocumentSchema = z.object({
  text: Text,
  platforms: z.array(Text),
  status: z.enum(["open", "fixed"]),
  raised_by: Text,
  raised_at: Time,
  reporter: z.looseObject({ name: Text }).nullable(),
  via: Text.nullable(),
  edited_by: Text.nullable(),
  edited_at: Time.nullable(),
  fixed_by: Text.nullable(),
  fixed_at: Time.nullable(),
  fixed_on: z.array(z.looseObject({ platform: Text, fixed_by: Text, fixed_at: Time })),
  still_open_on: z.array(Text),
  webhook: z.looseObject({ source: Text.nullable(), external_id: Text.nullable(), link: Text.nullable() }).nullable(),
  section_id: Text.nullable(),
  priority: Text.nullable(),
  assignees: z.array(Text),
  confirmed_fixed_by: Text.nullable(),
  confirmed_fixed_at: Time.nullable(),
  tracker: z.looseObject({ short_id: Text, url: Text }).nullable(),
  attachments: z.array(z.looseObject({ name: Text, kind: Text })),
});

function isReadable(document: string): boolean {
  try {
    return DocumentSchema.safeParse(JSON.parse(document)).success;
  } catch {
    return false;
  }
}
