// An endpoint as the document shows it, put together from its route and from what is said about it.
import type { ZodType } from "zod";
import type { FaultCode } from "../../../domain/fault.ts";
import type { Method, Route } from "../../pipeline/route.ts";
import { isPage } from "../../pipeline/send-answer.ts";
import type { Operation, OperationGroup } from "./operation.ts";

export interface Endpoint extends Operation {
  method: Method;
  /** The path from the root, with `:id` in place of an id. */
  path: string;
  tag: string;
  summary: string;
  /** Who may ask, in a sentence; null where no key is asked for. */
  access: string | null;
  query?: ZodType | undefined;
  body?: ZodType | undefined;
  bodyOptional?: boolean | undefined;
  /** What each success has as its body: null where it has none. */
  answers: Record<number, ZodType | null>;
  codes: readonly FaultCode[];
}

/** Routes below `prefix` in the order of the families; those that no family describes come last, with what can be told from the route alone. */
export function endpointsOf(prefix: string, routes: readonly Route[], families: readonly OperationGroup[]): Endpoint[] {
  const left = new Map(routes.map((route) => [nameOf(route), route]));
  const endpoints = families.flatMap(({ tag, operations }) =>
    Object.entries(operations).flatMap(([name, operation]) => {
      const route = left.get(name);
      left.delete(name);
      return route === undefined ? [] : endpointOf(prefix, route, tag, operation);
    }),
  );
  return [
    ...endpoints,
    ...undescribedRoutes(routes, families).map((route) => endpointOf(prefix, route, UNDESCRIBED, guess(route))),
  ];
}

/** The tag of endpoints that no family describes. */
export const UNDESCRIBED = "More";

/** Routes that no group describes. */
export function undescribedRoutes(routes: readonly Route[], families: readonly OperationGroup[]): Route[] {
  return routes.filter((route) => !families.some(({ operations }) => Object.hasOwn(operations, nameOf(route))));
}

function nameOf({ method, path }: Route): string {
  return `${method} ${path}`;
}

function guess({ method, path, response }: Route): Operation {
  const id = [method.toLowerCase(), ...path.split("/")]
    .filter(Boolean)
    .join("_")
    .replaceAll(/[^a-z_]/gi, "");
  return { id, statuses: response === null ? [204] : [200, 201] };
}

function endpointOf(prefix: string, route: Route, tag: string, operation: Operation): Endpoint {
  const { method, path, summary, query, body, bodyOptional, response } = route;
  const statuses = operation.statuses ?? [response === null ? 204 : 200];
  return {
    ...operation,
    method,
    path: prefix + path,
    tag,
    summary,
    access: accessOf(route),
    query,
    body: operation.file ?? body,
    bodyOptional,
    answers: Object.fromEntries(statuses.map((status) => [status, response])),
    headers: [...impliedHeaders(route), ...(operation.headers ?? [])],
    requestHeaders: { ...(route.conditional === true ? IF_MATCH : {}), ...operation.requestHeaders },
    codes: [...new Set([...impliedCodes(route), ...(operation.codes ?? [])])],
  };
}

function accessOf({ role, unscoped, open }: Route): string | null {
  if (open === true) return null;
  const key = role === "admin" ? "Needs a key with the role admin" : `Needs a key with the role ${role} or above`;
  return unscoped === true ? `${key} that reaches every app.` : `${key}.`;
}

const IF_MATCH = { "If-Match": "The `ETag` from when you read it; the answer is 412 if it has changed since." };

/** The headers of a success that follow from who asks, and from what is answered. */
function impliedHeaders({ open, response, conditional }: Route): string[] {
  return [
    ...(open === true ? [] : ["RateLimit", "RateRemaining", "RateReset"]),
    ...(isPage(response) ? ["Link"] : []),
    ...(conditional === true && response !== null ? ["Tag"] : []),
  ];
}

/** The refusals that follow from who may ask, and from what is sent. */
export function impliedCodes(route: Route): FaultCode[] {
  const { method, path, role, unscoped, open, subject, query, body, takesFile } = route;
  const names = Object.keys((query as { shape?: object } | undefined)?.shape ?? {});
  const looksUp = path.includes("/:") || subject !== undefined || names.includes("app") || names.includes("check");
  const codes: FaultCode[] = ["invalid_request"];
  if (method !== "GET" && takesFile === undefined) codes.push("invalid_json", "unsupported_media_type");
  if (method !== "GET") codes.push("too_large");
  if (names.includes("cursor")) codes.push("invalid_cursor");
  if (open !== true) codes.push("unauthorized", "rate_limited");
  if (method !== "GET" && open !== true) codes.push("precondition_failed");
  if (role !== "viewer" || unscoped === true) codes.push("forbidden");
  if (looksUp || (body !== undefined && open === true)) codes.push("not_found");
  return [...codes, "internal", "unavailable"];
}
