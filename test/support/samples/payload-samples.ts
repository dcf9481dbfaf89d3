// What real tools send, and what is to become of it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Mapping } from "../../../src/domain/mapping/mapping.ts";
import type { PresetName } from "../../../src/domain/report/preset.ts";

export interface Sample {
  file: string;
  type: string;
  preset: PresetName;
  mapping?: Mapping;
  title: string | null;
  external_id: string | null;
  link: string | null;
  priority: string | null;
  result: "raised" | "missing_title" | "invalid_json";
  /** Whether it reports a recovery, for those who do. */
  recovery?: true;
}

const FOLDER = join(import.meta.dirname, "../../samples/payloads");

export const SAMPLES: Sample[] = JSON.parse(bodyOf("expected.json").toString());

/** The bytes of a sample. */
export function bodyOf(file: string): Buffer {
  return readFileSync(join(FOLDER, file));
}
