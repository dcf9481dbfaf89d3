// The document that has the tables: between two marks, as they were written last.
const MARK = "<!-- `npm run scale -- --write` -->\n";

/** The document's text with these tables in place of its own. */
export function withTables(text: string, tables: string): string {
  const [before, , after] = text.split(MARK);
  return [before, `${tables}\n\n`, after].join(MARK);
}
