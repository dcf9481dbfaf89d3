// The reference as one page to read: made from the document alone, and whole without any script.
import type { OpenApi } from "../document/openapi-document.ts";
import { type Html, html, inline, prose } from "./html.ts";
import { operationArticle, type Shown } from "./operation.ts";
import { fieldRows, fieldTable, typeOf } from "./schemas.ts";

export function renderPage(document: OpenApi): string {
  const shown = operationsOf(document);
  const { info, tags, components } = document;
  const groups = (tags as OpenApi[]).map(({ name, description }) => ({
    name: name as string,
    description: description as string,
    operations: shown.filter(({ operation }) => operation.tags[0] === name),
  }));
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Retest API reference</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/reference/reference.css">
<script src="/reference/reference.js" defer></script>
</head>
<body>
<a class="skip" href="#main">To the reference</a>
<header>
<a class="home" href="/">Retest</a>
<span>API reference <small>${info.version}</small></span>
<a class="document" href="/openapi.json">openapi.json</a>
</header>
<div class="columns">
<nav aria-label="Endpoints">
<details class="contents" open>
<summary>Contents</summary>
<label class="search" hidden>Find <input type="search" id="search" autocomplete="off" spellcheck="false" placeholder="Press / to come here"></label>
<p id="found" role="status"></p>
${groups.map(
  ({ name, operations }) => html`
<section class="group"><h2><a href="#${anchor(name)}">${name}</a></h2>
<ul>${operations.map(entry)}</ul></section>`,
)}
<section class="group"><h2><a href="#schemas">Schemas</a></h2></section>
</details>
</nav>
<main id="main" tabindex="-1">
<h1>Retest API</h1>
<section class="introduction"><p class="lead">${info.summary}</p>${prose(info.description)}</section>
${groups.map(
  ({ name, description, operations }) => html`
<section class="tag" id="${anchor(name)}" aria-labelledby="${anchor(name)}-title">
<h2 id="${anchor(name)}-title">${name}</h2><p>${inline(description)}</p>
${operations.map(operationArticle)}
</section>`,
)}
<section class="tag" id="schemas" aria-labelledby="schemas-title"><h2 id="schemas-title">Schemas</h2>
${Object.entries(components.schemas as OpenApi).map(schemaArticle)}
</section>
</main>
</div>
</body>
</html>
`;
  return page.text;
}

function operationsOf(document: OpenApi): Shown[] {
  const below = (items: OpenApi, isSent: boolean) =>
    Object.entries(items).flatMap(([path, item]) =>
      Object.entries(item as OpenApi).map(([method, operation]) => ({
        document,
        method: method.toUpperCase(),
        path: isSent ? null : path,
        operation,
      })),
    );
  return [...below(document.paths, false), ...below(document.webhooks, true)];
}

function entry({ method, path, operation: { operationId, summary } }: Shown): Html {
  return html`<li data-words="${[method, path ?? "", operationId, summary].join(" ").toLowerCase()}" data-for="${operationId}" data-kind="${path === null ? "event" : "endpoint"}"><a href="#${operationId}"><span class="method" data-method="${method}">${method}</span> ${summary}</a></li>`;
}

function schemaArticle([name, schema]: [string, OpenApi]): Html {
  const fields = fieldRows(schema);
  return html`<article class="schema" id="schema-${name}" aria-labelledby="schema-${name}-title"><h3 id="schema-${name}-title"><a href="#schema-${name}">${name}</a></h3>${
    schema.description === undefined ? "" : html`<p>${inline(schema.description)}</p>`
  }${fields.length === 0 ? html`<p class="type">${typeOf(schema)}</p>` : fieldTable(name, fields, false)}</article>`;
}

function anchor(tag: string): string {
  return `tag-${tag.toLowerCase().replaceAll(" ", "-")}`;
}
