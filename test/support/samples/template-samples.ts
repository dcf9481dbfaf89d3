// What the tools send that there are templates for, and what it reports.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Mapping } from "../../../src/domain/mapping/mapping.ts";
import { TEMPLATE_REGISTRY } from "../../../src/integrations/template-registry.ts";

export interface TemplateSample {
  template: string;
  file: string;
  /** As the tool sends it; null where it sends none. */
  type: string | null;
  /** One for each item of a list; none for a message of a kind that reports nothing. */
  reports: {
    title: string;
    external_id: string | null;
    link: string | null;
    priority: string | null;
    recovered: boolean;
  }[];
}

const FOLDER = join(import.meta.dirname, "../../samples/templates");

export const TEMPLATE_SAMPLES: TemplateSample[] = JSON.parse(templateBodyOf("expected.json").toString());

/** The bytes of a sample. */
export function templateBodyOf(file: string): Buffer {
  return readFileSync(join(FOLDER, file));
}

export function mappingOfTemplate(name: string): Mapping {
  return TEMPLATE_REGISTRY.find((template) => template.name === name)!.mapping;
}
