// `retest webhook templates` and `retest webhook fill`
import type { z } from "zod";
import { Fault } from "../../domain/fault.ts";
import { quote } from "../../lib/text/text.ts";
import type { WebhookTemplateSchema } from "../../wire/webhook/webhook-template.ts";
import { type CliCommand, requireNames, requireNoMore } from "../command.ts";
import { askForData, REMOTE_DETAILS, REMOTE_FLAGS, type Remote, requireRemote } from "../remote/ask-server.ts";

type Template = z.infer<typeof WebhookTemplateSchema>;

const FLAGS = { json: { type: "boolean" }, ...REMOTE_FLAGS } as const;

export const webhookTemplates: CliCommand = {
  name: "webhook templates",
  usage: "webhook templates [TEMPLATE] [--json]",
  summary: "Lists the tools that a webhook's mapping can be filled in for, or shows the mapping and the steps for one.",
  details: `TEMPLATE   its short name; by default all are listed\n--json     prints a list of objects, or the object\n${REMOTE_DETAILS}`,
  flags: FLAGS,
  async run(flags, terminal) {
    requireNoMore(flags, 1, "webhook templates");
    const templates = await templatesOf(requireRemote(flags, terminal));
    const [name] = flags.positionals;
    const one = name === undefined ? undefined : templateNamed(templates, name);
    if (flags.values.json) terminal.print(JSON.stringify(one ?? templates));
    else if (one !== undefined) terminal.print(describe(one));
    else for (const { name, label, sends } of templates) terminal.print(`${name.padEnd(14)}${label}: ${sends}`);
    return 0;
  },
};

export const webhookFill: CliCommand = {
  name: "webhook fill",
  usage: "webhook fill APP TEMPLATE",
  summary: "Has an app's webhook read payloads by a template, in place of what it has. The key must be an admin's.",
  details: `APP        id or name of the app\nTEMPLATE   short name of the template, as in retest webhook templates\n${REMOTE_DETAILS}`,
  flags: REMOTE_FLAGS,
  async run(flags, terminal) {
    const [app, name] = requireNames(flags, ["app", "template"], "webhook fill");
    const remote = requireRemote(flags, terminal);
    const { mapping, recoveries, label, setup } = templateNamed(await templatesOf(remote), name!);
    const proposed = recoveries === null ? {} : { recoveries };
    const body = Buffer.from(JSON.stringify({ preset: "custom", mapping, ...proposed }));
    const headers = { "content-type": "application/json" };
    const path = `/apps/${encodeURIComponent(app!)}/webhook`;
    const { url } = await askForData(remote, { method: "PATCH", path, body, headers });
    const lines = [`Payloads are read as those of ${label} now. The webhook URL: ${url}`];
    if (recoveries !== null) lines.push(`A recovery ${RECOVERY_TEXT[recoveries]} (recoveries: ${recoveries}).`);
    terminal.print(`${lines.join("\n")}\n\n${stepsOf(setup)}`);
    return 0;
  },
};

const RECOVERY_TEXT: Record<NonNullable<Template["recoveries"]>, string> = {
  raise: "counts like any delivery",
  ignore: "raises nothing",
  fix: "marks its issue fixed",
};

function templatesOf(remote: Remote): Promise<Template[]> {
  return askForData(remote, { method: "GET", path: "/webhook-templates" });
}

/** Throws `not_found`. */
function templateNamed(templates: readonly Template[], name: string): Template {
  const found = templates.find((template) => template.name === name);
  if (found === undefined) {
    throw new Fault("not_found", `There is no template ${quote(name)}. See: retest webhook templates`);
  }
  return found;
}

function describe({ label, sends, mapping, recoveries, setup }: Template): string {
  const told = recoveries === null ? "" : `\n\nrecoveries: ${recoveries}`;
  return `${label}: ${sends}\n\n${JSON.stringify(mapping, null, 2)}${told}\n\n${stepsOf(setup)}`;
}

function stepsOf({ steps, template }: Template["setup"]): string {
  const lines = steps.map((step, n) => `${n + 1}. ${step}`).join("\n");
  return template === null ? lines : `${lines}\n\n${template}`;
}
