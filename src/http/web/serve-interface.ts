// The interface's way out of the server: its files, and its one page at every address that a person may open.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { MountedModule } from "../pipeline/mounted-module.ts";
import { pathOf } from "../server/allowed-methods.ts";
import { PAGE_HEADERS } from "../transport/security-headers.ts";
import { formFor, readWebFiles, type WebFile } from "./static-files.ts";
import { preloadsOf, WEB_PAGES } from "./web-pages.ts";

/** Paths for programs, whatever they say they would like to read. */
const FOR_PROGRAMS = /^\/(?:api|ui|mcp|assets|\.well-known)(?:\/|$)/;

/** Serves the interface in `folder`; it answers nothing when the interface was not built. */
export function interfaceModule(folder: string): MountedModule {
  const files = readWebFiles(folder);
  const page = files.get("/index.html");
  const pages = page === undefined ? [] : Object.entries(WEB_PAGES);
  const assets = new Map(page === undefined ? [] : [...files].filter(([path]) => !path.endsWith(".html")));
  const paths = Object.fromEntries([...pages, ...assets].map(([path]) => [path, ["GET", "HEAD"]]));
  return {
    paths,
    mount(server: FastifyInstance) {
      const method = ["GET", "HEAD"];
      for (const [url, shown] of pages) {
        const file = files.get(`/pages/${shown.file}.html`) ?? page!;
        server.route({
          method,
          url,
          handler: (request, reply) => {
            const preloads = preloadsOf(shown, request);
            if (preloads !== undefined) reply.header("link", preloads);
            return sendWebFile(file, request, reply);
          },
        });
      }
      for (const url of routesOf([...assets.keys()])) {
        server.route<{ Params: { "*"?: string } }>({
          method,
          url,
          handler: (request, reply) => {
            const file = assets.get(url.replace("*", () => request.params["*"]!));
            return file === undefined ? reply.callNotFound() : sendWebFile(file, request, reply);
          },
        });
      }
    },
    answerUnknown(request, reply) {
      if (page === undefined || !isForReading(request)) return false;
      sendWebFile(page, request, reply.status(404));
      return true;
    },
  };
}

/** One for each folder: a route for each of some hundred files would take a tenth of a server's start. */
function routesOf(paths: readonly string[]): Set<string> {
  return new Set(paths.map((path) => path.replace(/^(\/[^/]+\/).*/, "$1*")));
}

/** A browser that follows a link or an address asks for HTML by name; programs that take anything get the API's own error. */
function isForReading({ method, headers, url }: FastifyRequest): boolean {
  const isAsked = (method === "GET" || method === "HEAD") && /\btext\/html\b/.test(headers.accept ?? "");
  return isAsked && !FOR_PROGRAMS.test(pathOf(url));
}

/** Sends a file, with the headers that a page needs; 304 to clients that have it. */
export function sendWebFile(file: WebFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers({
    "content-type": file.type,
    "cache-control": file.isImmutable ? "public, max-age=31536000, immutable" : "no-cache",
    etag: file.etag,
    vary: "accept-encoding",
  });
  if (file.type.startsWith("text/html")) reply.headers(PAGE_HEADERS);
  const isHeld = reply.statusCode === 200 && request.headers["if-none-match"] === file.etag;
  if (isHeld) return reply.status(304).removeHeader("content-type").send();
  const [bytes, coding] = formFor(file, request.headers["accept-encoding"]);
  if (coding !== undefined) reply.header("content-encoding", coding);
  return reply.send(bytes);
}
