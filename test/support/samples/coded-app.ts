// A live app whose issues are known by their codes, and what tools say with such a code in place of the sample's.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type IssueData, issueClientOf } from "../clients/issue-client.ts";
import type { World } from "../server/test-server.ts";
import { bodyOf } from "./payload-samples.ts";

type Fields = Record<string, unknown>;

export interface CodedApp {
  id: string;
  prefix: string;
  /** With its code. */
  raise(fields?: Fields): Promise<IssueData & { code: string }>;
}

let prefixesGiven = 0;

/** QAAAA, QAAAB, and so on: apps of one workspace may not share a prefix, and chance would have them do so now and then. */
function nextPrefix(): string {
  let rest = prefixesGiven++;
  let letters = "";
  for (let i = 0; i < 4; i++) {
    letters = String.fromCharCode(65 + (rest % 26)) + letters;
    rest = Math.floor(rest / 26);
  }
  return `Q${letters}`;
}

export async function codedApp(world: World, fields: Fields = {}): Promise<CodedApp> {
  const prefix = nextPrefix();
  const { id } = await world.app({ mode: "live", prefix, ...fields });
  let count = 0;
  return {
    id,
    prefix,
    async raise(issue = {}) {
      const raised = await issueClientOf(world).raise({ id }, { check: undefined, ...issue });
      count++;
      return { ...raised, code: `${prefix}-${count}` };
    },
  };
}

/** What a tool sends, about this issue instead of the sample's NIM-42. */
// biome-ignore lint/suspicious/noExplicitAny: payloads of every shape
export function sampleOf(file: string, code: string): any {
  const folder = join(import.meta.dirname, "../../samples/tools");
  const own = join(folder, file);
  const text = (existsSync(own) ? readFileSync(own) : bodyOf(file)).toString();
  return JSON.parse(text.replaceAll("NIM-42", code));
}
