// What an import did, or would do, as lines for a terminal.
import type { z } from "zod";
import type { ImportSchema } from "../../wire/runbook/import-request.ts";

type ImportAnswer = z.infer<typeof ImportSchema>;

const SIGN = { create: "+", change: "~", move: ">", archive: "-", delete: "-" };

export function describeImport({ app, created, dry_run, plan, counts, left_out }: ImportAnswer): string {
  const lines = [...plan.map(line), ...left_out.map(leftOut)];
  const { created: made, changed, moved, archived, deleted, unchanged } = counts;
  const sum = `${made} created, ${changed} changed, ${moved} moved, ${archived} archived, ${deleted} deleted, ${unchanged} unchanged.`;
  if (dry_run) lines.push(`Nothing was changed. An import would give: ${sum}`);
  else if (plan.length === 0) lines.push(`"${app!.name}" matches the file already: nothing changed.`);
  else lines.push(`${created ? "Created" : "Updated"} "${app!.name}" (${app!.id}): ${sum}`);
  return lines.join("\n");
}

function line({ change, kind, ref, title, details }: ImportAnswer["plan"][number]): string {
  const changes = Object.entries(details).map(([field, { from, to }]) => `${field}: ${short(from)} -> ${short(to)}`);
  const name = [ref, JSON.stringify(title)].filter((part) => part !== null).join(" ");
  return `${SIGN[change]} ${change} ${kind} ${name}${changes.length === 0 ? "" : ` (${changes.join("; ")})`}`;
}

function leftOut({ field, why, count, lines }: ImportAnswer["left_out"][number]): string {
  const places = `line${lines.length === 1 ? "" : "s"} ${lines.join(", ")}${count > lines.length ? ", …" : ""}`;
  return `! left out ${JSON.stringify(field)}: ${why} (${count}×, ${places})`;
}

function short(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59).toWellFormed()}…` : text;
}
