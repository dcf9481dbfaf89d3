// The way to the reference: /openapi.json, /docs, and the catalogue that points at both. Made at the first request.
import type { FastifyInstance } from "fastify";
import { once } from "../../lib/async/once.ts";
import { VERSION } from "../../lib/version.ts";
import type { MountedModule } from "../pipeline/mounted-module.ts";
import type { AddressLimit } from "../pipeline/rate-limit.ts";
import { sendWebFile } from "../web/serve-interface.ts";
import { makeWebFile, type WebFile } from "../web/static-files.ts";
import type { OpenApi } from "./document/openapi-document.ts";

const DOCUMENT = "/openapi.json";
const PAGE = "/docs";
const CATALOG = "/.well-known/api-catalog";

export function referenceModule(baseUrl: string, limit: AddressLimit | null): MountedModule {
  const document = once(async () => (await import("./build-reference.ts")).documentAt(baseUrl, VERSION));
  const files: Record<string, () => Promise<WebFile>> = {
    [DOCUMENT]: once(async () => makeWebFile("application/json; charset=utf-8", JSON.stringify(await document()))),
    [PAGE]: once(async () => makeWebFile("text/html; charset=utf-8", await pageOf(await document()))),
    [CATALOG]: once(() => makeWebFile(CATALOG_TYPE, JSON.stringify(catalogOf(baseUrl)))),
  };
  return {
    paths: Object.fromEntries(Object.keys(files).map((path) => [path, ["GET", "HEAD"]])),
    mount(server: FastifyInstance) {
      for (const [path, file] of Object.entries(files)) {
        server.route({
          method: ["GET", "HEAD"],
          url: path,
          handler: async (request, reply) => {
            limit?.admit(request.raw);
            if (path === CATALOG) reply.header("link", `<${CATALOG}>; rel="api-catalog"`);
            return sendWebFile(await file(), request, reply);
          },
        });
      }
    },
  };
}

async function pageOf(document: OpenApi): Promise<string> {
  return (await import("./page/page.ts")).renderPage(document);
}

const CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

function catalogOf(baseUrl: string) {
  return {
    linkset: [
      {
        anchor: `${baseUrl}/api/v1`,
        "service-desc": [{ href: `${baseUrl}${DOCUMENT}`, type: "application/json" }],
        "service-doc": [{ href: `${baseUrl}${PAGE}`, type: "text/html" }],
        status: [{ href: `${baseUrl}/readyz`, type: "application/json" }],
      },
    ],
  };
}
