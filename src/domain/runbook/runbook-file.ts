// A runbook as a file says it. What the file leaves out is absent here, and stays as it is in the app.
import type { TextPosition } from "../../lib/formats/text-tree.ts";
import { Fault } from "../fault.ts";

export interface RunbookFile {
  /** Null when the file has no place for it (a table of checks). */
  name: string | null;
  mode?: "testing" | "live";
  prefix?: string;
  platforms: { code: string; label: string | null }[] | null;
  repositories?: FileRepository[];
  sections: FileSection[];
}

export interface FileRepository {
  at: TextPosition;
  repo: string;
  platforms: string[];
}

export interface FileSection {
  at: TextPosition;
  ref: string | null;
  /** Null when only the ref says which section is meant. */
  title: string | null;
  checks: FileCheck[];
}

export interface FileCheck {
  at: TextPosition;
  ref: string | null;
  title: string;
  /** Instructions; null takes them away. */
  instructions?: string | null;
  notApplicable?: string[];
}

/** A refusal of something in the file, with its line and column. */
export function wrongAt({ line, column }: TextPosition, message: string): Fault {
  return new Fault("invalid_request", `line ${line}, column ${column}: ${message}.`);
}
