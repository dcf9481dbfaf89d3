// One endpoint on the page: what it takes, what it answers, and a line to try it with.
import type { OpenApi } from "../document/openapi-document.ts";
import type { Parameter } from "../document/requests.ts";
import { curlLine } from "./curl.ts";
import { type Html, html, inline, prose } from "./html.ts";
import { fieldRows, fieldTable, type Row, typeOf } from "./schemas.ts";

export interface Shown {
  document: OpenApi;
  method: string;
  /** The path; null for requests that Retest sends. */
  path: string | null;
  operation: OpenApi;
}

export function operationArticle(shown: Shown): Html {
  const { method, path, operation } = shown;
  const { operationId: id, summary, description } = operation;
  return html`
<article class="operation" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title"><a href="#${id}">${summary}</a></h3>
<p class="address"><span class="method" data-method="${method}">${method}</span> <code>${path ?? "your notify URL"}</code></p>
${description === undefined ? "" : prose(description)}
${parametersPart(operation)}
${bodyPart(shown)}
${path === null ? "" : curlPart(shown)}
${answersPart(shown)}
</article>`;
}

function parametersPart({ parameters = [] }: OpenApi): Html {
  if (parameters.length === 0) return html``;
  const rows = (parameters as Parameter[]).map((one): Row => ({ ...one, where: one.in }));
  return html`<h4>Parameters</h4>${fieldTable("Parameters", rows, true)}`;
}

function bodyPart({ document, operation }: Shown): Html {
  const { requestBody } = operation;
  if (requestBody === undefined) return html``;
  const types = Object.keys(requestBody.content);
  const schema = requestBody.content["application/json"]?.schema ?? {};
  const choices: OpenApi[] = (schema.anyOf ?? [schema]).map((one: OpenApi) => resolved(document, one));
  const more =
    types.length === 1
      ? ""
      : html`<p>Takes ${types.map((type, i) => html`${i === 0 ? "" : ", "}<code>${type}</code>`)}.</p>`;
  return html`<h4>Body${requestBody.required ? "" : html` <small>may be left out</small>`}</h4>${more}${choices.map(
    (one) =>
      html`${one.description === undefined ? "" : html`<p>${inline(one.description)}</p>`}${fieldTable("Body", fieldRows(one), true)}`,
  )}`;
}

function curlPart({ document, method, path, operation }: Shown): Html {
  const [type, sent] = (Object.entries(operation.requestBody?.content ?? {}) as [string, OpenApi][]).find(
    ([, { example }]) => example !== undefined,
  ) ?? [undefined, undefined];
  const sending = {
    baseUrl: document.servers[0].url,
    method,
    needsKey: operation.security === undefined,
    type,
  };
  const line = curlLine(sending, { path: filled(path!, operation.parameters ?? []), body: sent?.example });
  return html`<h4>Try it</h4>${sample("Request", line, true)}`;
}

/** The path of the example: names replaced, the query as it was sent. */
function filled(path: string, parameters: readonly Parameter[]): string {
  const values = new Map(parameters.map(({ name, example }) => [name, String(example ?? "")]));
  const query = parameters.filter((one) => one.in === "query" && one.example !== undefined);
  const text = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values.get(name) ?? name));
  const search = new URLSearchParams(
    query.flatMap(({ name, example }) => [example].flat().map((value): [string, string] => [name, String(value)])),
  ).toString();
  return search === "" ? text : `${text}?${search}`;
}

function answersPart({ document, path, operation }: Shown): Html {
  const responses = Object.entries(operation.responses as OpenApi);
  const successes = responses.filter(([status]) => Number(status) < 400);
  const refusals = responses.filter(([status]) => Number(status) >= 400);
  if (path === null) {
    const [sent] = Object.values(operation.requestBody.content as OpenApi);
    return html`<h4>What is sent</h4>${sample("Body", pretty(sent.example), false)}`;
  }
  return html`
<h4>Answer</h4>
${successes.map(([status, { description, content = {} }]) => {
  const shown = Object.entries(content as OpenApi);
  return html`<p><strong>${status}</strong> ${description}${
    shown[0]?.[1].schema.$ref === undefined && shown.length === 1
      ? html` · <span class="type">${typeOf(shown[0]![1].schema)}</span>`
      : ""
  }</p>${shown.map(([type, { example }]) => sample(type, pretty(example), false))}`;
})}
<details><summary>Refusals</summary>
<dl class="fields" aria-label="Refusals">${refusals.map(([status, listed]) => {
    const { content, description } = resolved(document, listed);
    const codes = Object.keys(content["application/json"].examples);
    const meanings = (description as string).split("\n\n").map((line) => line.slice(line.indexOf(": ") + 2));
    return codes.map(
      (code, i) => html`<div><dt>${status} <code>${code}</code></dt><dd>${inline(meanings[i]!)}</dd></div>`,
    );
  })}</dl></details>`;
}

/** A sample of text, which the keyboard can reach so as to scroll it. */
export function sample(label: string, text: string, isCopied: boolean): Html {
  return html`<div class="sample"><div class="label">${label}${
    isCopied ? html`<button type="button" class="copy" hidden>Copy</button>` : ""
  }</div><pre tabindex="0" role="group" aria-label="${label}"><code>${text}</code></pre></div>`;
}

function pretty(example: unknown): string {
  return typeof example === "string" ? example : JSON.stringify(example ?? null, null, 2);
}

export function resolved(document: OpenApi, schema: OpenApi): OpenApi {
  if (schema.$ref === undefined) return schema;
  return (schema.$ref as string)
    .split("/")
    .slice(1)
    .reduce((at, step) => at[step], document);
}
