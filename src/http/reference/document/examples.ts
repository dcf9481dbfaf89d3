// The examples of the document: real requests with their real answers, by the ids of the operations.
import { readFile } from "node:fs/promises";

export interface Example {
  /** With the query, from the root. */
  path: string;
  body?: unknown;
  /** Of a body that is not JSON. */
  type?: string;
  headers?: Record<string, string>;
  status: number;
  answer?: unknown;
  /** Of an answer that is not JSON. */
  answerType?: string;
}

export type Examples = Record<string, Example[]>;

const FILE = new URL("./examples.json", import.meta.url);

export async function readExamples(): Promise<Examples> {
  return JSON.parse(await readFile(FILE, "utf8"));
}

export function examplesOf(examples: Examples, id: string): readonly Example[] {
  return examples[id] ?? [];
}
