// What a payload reports by a template of the webhook, as the unit tests of templates look at it.
import { compileReader } from "../../../src/domain/report/compiled-reader.ts";
import { reportIn } from "../../../src/domain/report/report.ts";
import { itemsIn } from "../../../src/domain/report/report-items.ts";
import { PRESET_REGISTRY } from "../../../src/integrations/preset-registry.ts";
import { mappingOfTemplate } from "./template-samples.ts";

const APP = { platforms: [{ code: "web", label: "Web" }], defaultPlatforms: [], defaultPriority: null };

/** One for each item; an ignored message reports nothing. */
export function reportsByTemplate(template: string, payload: Record<string, unknown>) {
  const reader = compileReader(PRESET_REGISTRY.custom, mappingOfTemplate(template));
  return itemsIn(reader, payload).items.flatMap((item) => {
    const { report, isRecovery, isIgnored } = reportIn(reader, item, APP, "raise");
    if (isIgnored) return [];
    const { title = null, externalId = null, link = null, priority = null, text = null } = report ?? {};
    return [{ title, external_id: externalId, link, priority, recovered: isRecovery, text }];
  });
}
