// The interface's way out of the server: its files, and its one page at every address that a person may open.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { pathOf } from "./allowed-methods.ts";
import type { SideDoor } from "./server.ts";
import { codingFor, readWebFiles, type WebFile } from "./web-files.ts";

/** Where the interface has a page; its own router (web/src/app.tsx) decides which. */
const PAGES = [
  "/",
  "/sign-in",
  "/join",
  "/account",
  "/apps/:app",
  "/apps/:app/issues",
  "/apps/:app/issues/:issue",
  "/apps/:app/webhook",
  "/apps/:app/connections",
  "/apps/:app/connections/:connection",
  "/apps/:app/settings",
  "/issues",
  "/issues/:issue",
  "/workspace",
  "/workspace/:part",
];

/** What is below these is for programs, whatever they say they would like to read. */
const FOR_PROGRAMS = /^\/(?:api|ui|mcp|assets|\.well-known)(?:\/|$)/;

/** Nothing from elsewhere, nothing inline, nothing made from text. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

/** The door to the interface in `folder`; it answers nothing when the interface was not built. */
export function webDoor(folder: string): SideDoor {
  const files = readWebFiles(folder);
  const page = files.get("/index.html");
  const paths: Record<string, string[]> = {};
  const answers = new Map<string, WebFile>();
  if (page !== undefined) {
    for (const path of PAGES) answers.set(path, page);
    for (const [path, file] of files) if (file !== page) answers.set(path, file);
    for (const path of answers.keys()) paths[path] = ["GET", "HEAD"];
  }
  return {
    paths,
    mount(server: FastifyInstance) {
      for (const [path, file] of answers) {
        server.route({
          method: ["GET", "HEAD"],
          url: path,
          handler: (request, reply) => sendWebFile(file, request, reply),
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

/** A browser that follows a link or an address asks for HTML by name; programs that take anything get the API's own error. */
function isForReading({ method, headers, url }: FastifyRequest): boolean {
  const isAsked = (method === "GET" || method === "HEAD") && /\btext\/html\b/.test(headers.accept ?? "");
  return isAsked && !FOR_PROGRAMS.test(pathOf(url));
}

/** With what a page needs, if it is one; 304 for whoever has it. */
export function sendWebFile(file: WebFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers({
    "content-type": file.type,
    "cache-control": file.isImmutable ? "public, max-age=31536000, immutable" : "no-cache",
    etag: file.etag,
    vary: "accept-encoding",
  });
  if (file.type.startsWith("text/html")) {
    reply.headers({
      "content-security-policy": PAGE_POLICY,
      "cross-origin-opener-policy": "same-origin",
      "permissions-policy": "camera=(), microphone=(), geolocation=()",
      "x-frame-options": "DENY",
    });
  }
  const isHeld = reply.statusCode === 200 && request.headers["if-none-match"] === file.etag;
  if (isHeld) return reply.status(304).removeHeader("content-type").send();
  const coding = codingFor(file, request.headers["accept-encoding"]);
  if (coding !== "identity") reply.header("content-encoding", coding);
  return reply.send(file.bodies[coding]);
}
