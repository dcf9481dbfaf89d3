// A route as data: who may call it, what it takes, what it gives. The server mounts the table, the tests walk it.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import type { ZodType, z } from "zod";
import type { Role } from "../../domain/access/grant.ts";
import type { AuditOrigin } from "../../domain/workspace/audit-log.ts";
import type { Awaitable } from "../../lib/async/awaitable.ts";
import type { Compressed } from "./compress-answer.ts";
import type { ReadsTogether } from "./fair-reads.ts";
import type { PersonActor, RequestActor } from "./request-actor.ts";
import type { Services } from "./services.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Where a route names the thing it is about, which for "any" may be archived: out of reach must read as absent even to a role that is too low. */
export type Subject =
  | "app"
  | "any app"
  | "issue"
  | "section"
  | "check"
  | "any section"
  | "any check"
  | "result"
  | "cycle"
  | "body.app"
  | "query.app";

export interface Call<Body = unknown, Query = unknown, Who = RequestActor> {
  services: Services;
  actor: Who;
  id: string;
  /** The part that the path names below the id. */
  part: string;
  body: Body;
  query: Query;
  /** What the request itself says, for the few routes that need to know. */
  request: IncomingMessage;
  /** Where the request comes from, for the audit log. */
  origin(): AuditOrigin;
  /**
   * For a route that reads its file from the request: checks who asks once all of it has come, with the role and reach
   * that they have by then. Throws what a new request would be refused with.
   */
  admitAgain(): Promise<Who>;
  /** Gives the place among readers to the next one: what follows waits in another queue. */
  waitElsewhere(): void;
  /**
   * The answer of this version, with a tag: from the cache, or made, and kept where the route is cacheable; not made for
   * whoever has it. A null version holds until anything is written. Where the tag is not made of the version, it comes with the answer.
   */
  cached(version: string, make: () => Awaitable<string | Buffer>, tag?: string): Awaitable<Tagged>;
  cached(version: string | null, make: () => Awaitable<{ body: string; tag: string }>): Awaitable<Tagged>;
}

/** An answer with its tag. The body is null for whoever has it already. */
export interface Tagged {
  body: Buffer | string | null;
  tag: string;
}

export interface Reply {
  status?: number;
  body: string | Buffer | Readable | null;
  /** Is another whenever the answer would be; whoever names it in If-None-Match is answered 304. */
  tag?: string;
  /** The address of the next page, or null; found out when the answer is sent. */
  link?: string | null;
  /** The compressed forms that were asked for. */
  compressed?: Compressed;
  location?: string;
  headers?: Record<string, string | string[]>;
  /** For an endless route, in place of the body: takes over the response after its head was sent. */
  stream?: (response: ServerResponse) => void;
}

export interface Route {
  method: Method;
  /** The path below the mount, with `:id` in place of an id. */
  path: string;
  summary: string;
  role: Role;
  /** Whether only callers who reach every app may use it. */
  unscoped?: boolean;
  /** Whether anybody may use it; then there is no actor. */
  open?: boolean;
  /** Whether people who must first set up a second factor may use it. */
  beforeFactor?: boolean;
  subject?: Subject;
  /**
   * The answer goes on until somebody ends it. There is no HEAD of it, and asking for it is no sign that somebody is at
   * work: it doesn't keep a session alive.
   */
  endless?: boolean;
  /** Whether the answer to this GET may be cached. */
  cacheable?: boolean;
  /**
   * How this GET reads, where on PostgreSQL it does so together with others, so that it keeps no connection from anybody. A route that
   * answers from what was found to let its caller in reads nothing more.
   */
  reads?: (query: unknown) => ReadsTogether | "nothing" | undefined;
  /** Large answers may leave compressed: there is nothing secret in them (see compress-answer.ts). */
  compressible?: boolean;
  /** Whether this write handles If-Match; all others refuse it. */
  conditional?: boolean;
  query?: ZodType;
  body?: ZodType;
  /** The body is a file, whatever its type is said to be: the handler gets its bytes, or reads it from the request itself. */
  takesFile?: "bytes" | "stream";
  /** Bytes, where a route takes more than others. */
  bodyLimit?: number;
  /** Numbers too long to be counted with are read as text, all their digits kept. */
  exactNumbers?: boolean;
  /** Whether no body counts as `{}`. */
  bodyOptional?: boolean;
  response: ZodType | null;
  handle(call: Call): Awaitable<Reply>;
}

/** Whether a route only reads, for a known caller, and comes to an end. */
export function isRead({ method, open, endless }: Route): boolean {
  return method === "GET" && open !== true && endless !== true;
}

/** The body of a route that takes a file. */
export interface SentFile {
  bytes: Buffer;
  contentType: string | undefined;
}

type Of<Shape> = Shape extends ZodType ? z.infer<Shape> : undefined;

type Schema = ZodType | undefined;

type Spec<Body extends Schema, Query extends Schema, Who> = Omit<Route, "handle" | "body" | "query"> & {
  body?: Body;
  query?: Query;
  handle(call: Call<Of<Body>, Of<Query>, Who>): Awaitable<Reply>;
};

/** A route whose handler gets the body and the query in the types of their schemas. */
export function route<Body extends Schema = undefined, Query extends Schema = undefined>(
  spec: Spec<Body, Query, RequestActor>,
): Route {
  return spec as unknown as Route;
}

/** A route whose handler gets the bytes of a file. */
export function fileRoute<Query extends Schema = undefined>(
  spec: Omit<Spec<undefined, Query, RequestActor>, "handle" | "takesFile"> & {
    handle(call: Call<SentFile, Of<Query>>): Awaitable<Reply>;
  },
): Route {
  return { ...spec, takesFile: "bytes" } as unknown as Route;
}

/** One that is mounted for people only: its actor is a person with a session. */
export function personRoute<Body extends Schema = undefined, Query extends Schema = undefined>(
  spec: Spec<Body, Query, PersonActor>,
): Route {
  return spec as unknown as Route;
}

/** A route for people who aren't signed in. */
export function openRoute<Body extends Schema = undefined>(
  spec: Omit<Spec<Body, undefined, undefined>, "role" | "open">,
): Route {
  return { ...spec, role: "viewer", open: true } as unknown as Route;
}
