// What the list of personal data says of a table.
import type { TextKind } from "../../domain/privacy/redaction.ts";

/**
 * ColumnKinds by what is in them, each kind as names with spaces between them. `none`: nothing that says who somebody is; ids of people are
 * among it, because nothing leads from them to a person once that is erased. The kinds of texts are those of the redaction. `body`: a
 * delivery's, which goes as a whole. `used`: nothing may be erased while it holds the address, because something works with it. `own`: an
 * erasure has rules of its own for it. `dropped`: a row goes as a whole whose text holds the address.
 */
export type ColumnKinds = Partial<Record<TextKind | "none" | "body" | "used" | "own" | "dropped", string>>;

export interface TableData extends ColumnKinds {
  /** The columns in whose order rows are gone through. */
  key: string;
  /** What gives the app, or else the workspace, that a row belongs to; neither for what is erased by other means, or never. */
  app?: string;
  workspace?: string;
  /** Set for rows of the whole installation: every erased person is taken out of them, without a count. */
  shared?: true;
  /** The column with the person whose row it is: it goes with them. */
  owner?: string;
  /** The column with the person who made what the row is about, and named it: others' names in it are none of theirs. */
  maker?: string;
  /** Two columns: the id of the person whose name is in the other. */
  named?: readonly [id: string, name: string];
}
