// What is added often is added in few places: a folder, and a line in the registry beside the folders. The server, the interface and the
// command line take the rest from there.
import { expect, test } from "vitest";
import { TEMPLATE_REGISTRY } from "../../../src/integrations/template-registry.ts";
import { TOOLS } from "../../../src/integrations/tool-registry.ts";
import { REPORT_FORMATS } from "../../../src/wire/results/reports/report-formats.ts";
import { IMPORTERS } from "../../../src/wire/runbook/importers/importer-registry.ts";
import { readTrees } from "../../support/checks/source-tree.ts";

const sources = readTrees(["src", "web/src"]).map(({ path, text, local }) => ({
  path,
  local,
  code: uncommented(text),
}));

/** Files elsewhere that name one, with the reason: no new one needs any. */
const NAMED_ELSEWHERE: Record<string, Record<string, string>> = {
  sentry: { "web/src/pages/issues/detail/linked-items.tsx": "the contract's `tracker` of an issue is Sentry's" },
  "sentry-sdk": {
    "src/startup/modules.ts": "it has endpoints of its own, which the SDKs make of a DSN",
    "src/http/reference/operations/connections.ts": "the document says that its URL is a DSN",
  },
  jira: {
    "src/integrations/jira-data-center/jira-data-center.ts": "another edition of the same tool",
    "src/integrations/jira-data-center/data-center.ts": "another edition of the same tool",
  },
  teams: { "src/integrations/linear/api.ts": "what Linear calls its teams" },
  "aws-sns": { "src/wire/webhook/delivery.ts": "a log shows the address by which a topic is confirmed" },
  junit: {
    "src/http/routes/results/test-runs.ts": "it has an endpoint of its own from before formats were recognised",
  },
  ctrf: { "src/http/routes/results/test-runs.ts": "it has an endpoint of its own from before formats were recognised" },
};
/** A word of every day, which says of much besides that it is a table. */
const EVERYDAY = "table";

const KINDS: [what: string, registry: string, names: readonly string[]][] = [
  ["connected tools", "src/integrations/tool-registry.ts", TOOLS],
  ["templates", "src/integrations/template-registry.ts", TEMPLATE_REGISTRY.map(({ name }) => name)],
  ["formats of reports", "src/wire/results/reports/report-formats.ts", Object.keys(REPORT_FORMATS)],
  ["importers", "src/wire/runbook/importers/importer-registry.ts", Object.keys(IMPORTERS)],
];
const REGISTRIES = KINDS.map(([, registry]) => registry);

test.each(KINDS)(
  "%s are named in their folders and in %s, and nowhere else in src and web",
  (_what, _registry, names) => {
    const elsewhere = names
      .filter((name) => name !== EVERYDAY)
      .flatMap((name) =>
        filesNaming(name)
          .filter((path) => !REGISTRIES.includes(path) && !path.includes(`/${name}/`))
          .filter((path) => NAMED_ELSEWHERE[name]?.[path] === undefined)
          .map((path) => `${path} names ${name}`),
      );
    expect(elsewhere).toEqual([]);
    expect(names.length).toBeGreaterThan(5);
  },
);

test("whatever may name a tool, a template or a format elsewhere does", () => {
  const idle = Object.entries(NAMED_ELSEWHERE).flatMap(([name, files]) =>
    Object.keys(files).filter((path) => !filesNaming(name).includes(path)),
  );
  expect(idle).toEqual([]);
});

/** The files that have the name as a text or as a key of a list of tools, or import from a folder of that name. */
function filesNaming(name: string): string[] {
  const named = new RegExp(`["'\`]${name}["'\`]|\\bTOOL_\\w+\\.${name}\\b`);
  const isNaming = ({ code, local }: (typeof sources)[number]) =>
    named.test(code) || local.some((target) => target.includes(`/${name}/`));
  return sources.filter(isNaming).map(({ path }) => path);
}

function uncommented(text: string): string {
  return text.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, "");
}
