// Schemas for readers: a word for a type, a table of fields.
import type { JsonSchema } from "../document/json-schemas.ts";
import { type Html, html, inline } from "./html.ts";

/** `isWhole` tells bounds too; inside of lists and objects they would only be in the way. */
export function typeOf(schema: JsonSchema, isWhole = true): Html {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split("/").at(-1);
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined)
    return joined(
      choices.map((one: JsonSchema) => typeOf(one, isWhole)),
      " or ",
    );
  if (schema.enum !== undefined)
    return joined(
      schema.enum.map((one: unknown) => html`<code>${String(one)}</code>`),
      " | ",
    );
  if (schema.type === "array") return html`list of ${typeOf(schema.items ?? {}, false)}`;
  if (schema.type === "object" && schema.properties !== undefined) {
    const fields = Object.entries(schema.properties as Record<string, JsonSchema>);
    return html`{ ${joined(
      fields.map(([name, field]) => html`${name}: ${typeOf(field, false)}`),
      ", ",
    )} }`;
  }
  const types = [schema.type ?? "anything"].flat();
  return html`${types.join(" or ")}${isWhole ? boundsOf(schema) : ""}`;
}

function boundsOf({ minimum, maximum, maxLength, format }: JsonSchema): string {
  if (format !== undefined) return `, ${format}`;
  if (minimum !== undefined && maximum !== undefined) return `, ${number(minimum)} to ${number(maximum)}`;
  return maxLength === undefined ? "" : `, up to ${number(maxLength)} characters`;
}

function number(value: number): string {
  return value.toLocaleString("en-US");
}

function joined(parts: readonly Html[], between: string): Html {
  return html`${parts.map((part, i) => html`${i === 0 ? "" : between}${part}`)}`;
}

export interface Row {
  name: string;
  where?: string;
  required: boolean;
  schema: JsonSchema;
  description: string;
}

export function fieldRows({ properties = {}, required = [] }: JsonSchema): Row[] {
  return Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => ({
    name,
    required: required.includes(name),
    schema,
    description: schema.description ?? "",
  }));
}

/** Each field with its type; `marks` tells which are needed, where that says something. */
export function fieldTable(caption: string, rows: readonly Row[], marks: boolean): Html {
  if (rows.length === 0) return html``;
  return html`<dl class="fields" aria-label="${caption}">${rows.map(
    ({ name, where, required, schema, description }) => html`
<div><dt><code>${name}</code>${where === undefined ? "" : html` <small>${where}</small>`}${
      marks && required ? html` <small class="needed">needed</small>` : ""
    }</dt><dd><span class="type">${typeOf(schema)}</span>${
      description === "" ? "" : html` ${inline(description)}`
    }</dd></div>`,
  )}</dl>`;
}
