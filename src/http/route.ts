// A route as data: who may call it, what it takes, what it gives. The server mounts the table, the tests walk it.
import type { ZodType, z } from "zod";
import type { Role } from "../domain/grant.ts";
import type { KeyActor } from "./key-ring.ts";
import type { Services } from "./services.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Where a route names the thing it is about: out of reach must read as absent even to a role that is too low. */
export type Subject = "app" | "issue" | "section" | "check" | "body.app";

export interface Call<Body = unknown, Query = unknown> {
  services: Services;
  actor: KeyActor;
  id: string;
  /** What the path names below the id. */
  part: string;
  body: Body;
  query: Query;
  /** The answer of this version from the cache, or made and kept. A null version holds until anything is written. */
  cached(version: string | null, make: () => Promise<string>): Promise<Buffer>;
}

export interface Reply {
  status?: number;
  body: string | Buffer | null;
  location?: string;
}

export interface Route {
  method: Method;
  /** Below the mount, with `:id` where the id stands. */
  path: string;
  summary: string;
  role: Role;
  /** Only for keys that reach every app. */
  unscoped?: boolean;
  subject?: Subject;
  /** The answer to this GET may be kept. */
  cacheable?: boolean;
  query?: ZodType;
  body?: ZodType;
  /** Bytes, where a route takes more than others. */
  bodyLimit?: number;
  /** Numbers too long to be counted with are read as text, all their digits kept. */
  exactNumbers?: boolean;
  /** No body at all counts as `{}`. */
  bodyOptional?: boolean;
  response: ZodType | null;
  handle(call: Call): Promise<Reply>;
}

type Of<Schema> = Schema extends ZodType ? z.infer<Schema> : undefined;

/** A route whose handler gets the body and the query in the types of their schemas. */
export function route<Body extends ZodType | undefined = undefined, Query extends ZodType | undefined = undefined>(
  spec: Omit<Route, "handle" | "body" | "query"> & {
    body?: Body;
    query?: Query;
    handle(call: Call<Of<Body>, Of<Query>>): Promise<Reply>;
  },
): Route {
  return spec as unknown as Route;
}
