// The examples of the document: real requests with their real answers, by the ids of the operations.
import { readFile } from "node:fs/promises";

export interface Example {
  /** The path from the root, with its query. */
  path: string;
  body?: unknown;
  /** The content type of a body that isn't JSON. */
  type?: string;
  headers?: Record<string, string>;
  status: number;
  answer?: unknown;
  /** The content type of an answer that isn't JSON. */
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
