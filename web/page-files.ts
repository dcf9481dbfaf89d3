// For every page of the interface the one HTML page again, with links to the code and the styles of that page: the browser fetches
// them at once, instead of finding out about them one after the other.
import type { Plugin, Rolldown } from "vite";

type Bundle = Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>;

const PAGE = /\/pages\/[^/]+\/([^/]+-page)\.tsx$/;

export function pageFiles(): Plugin {
  return {
    name: "page-files",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_, bundle: Bundle) {
        const index = bundle["index.html"];
        if (index?.type !== "asset") return;
        const html = String(index.source);
        for (const chunk of Object.values(bundle)) {
          const name = chunk.type === "chunk" ? PAGE.exec(chunk.facadeModuleId ?? "")?.[1] : undefined;
          if (name === undefined) continue;
          const tags = filesOf(bundle, chunk.fileName)
            .filter((file) => !html.includes(`/${file}"`))
            .map((file) =>
              file.endsWith(".css")
                ? `<link rel="stylesheet" crossorigin href="/${file}">`
                : `<link rel="modulepreload" crossorigin href="/${file}">`,
            );
          const source = html.replace("  </head>", `${tags.map((tag) => `    ${tag}\n`).join("")}  </head>`);
          this.emitFile({ type: "asset", fileName: `pages/${name}.html`, source });
        }
      },
    },
  };
}

/** A file of the code with all that it imports at once, and their styles. */
function filesOf(bundle: Bundle, file: string, found = new Set<string>()): string[] {
  const chunk = bundle[file];
  if (chunk?.type !== "chunk" || found.has(file)) return [];
  found.add(file);
  for (const next of chunk.imports) filesOf(bundle, next, found);
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
  return [...found];
}
