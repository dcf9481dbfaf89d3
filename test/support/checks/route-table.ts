// Asks the real server and holds every answer against the schema that the route table gives for it.
import { expect } from "vitest";
import type { Route } from "../../../src/http/pipeline/route.ts";
import { API_ROUTES, UI_ROUTES } from "../../../src/http/routes/all-routes.ts";
import { ErrorSchema } from "../../../src/wire/error.ts";
import { SESSION } from "../conformance/session-cookie.ts";
import type { Answer, World } from "../server/test-server.ts";

export function routeName({ method, path }: Pick<Route, "method" | "path">): string {
  return `${method} ${path}`;
}

/** One request, with a key or a person's cookie; a success has the form of its route, a failure the one error form. */
export async function ask(
  world: World,
  key: string | null,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const answer = await world.call(key, method, path, body);
  requireForm(key?.startsWith(SESSION) ? UI_ROUTES : API_ROUTES, method, path, answer);
  return answer;
}

/** The `data` of a request with the admin key that must succeed. */
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
export async function dataOf(world: World, method: string, path: string, body?: unknown): Promise<any> {
  const answer = await ask(world, world.admin, method, path, body);
  expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body?.data;
}

/** Status and code in one, so that a failing test shows both. */
export function outcomeOf({ status, body }: Answer): string {
  return status < 300 ? String(status) : `${status} ${body.error.code}`;
}

/** The methods of a path, with those of a path that it fits as well: `/apps/import` is an `/apps/:id`, too. */
export function methodsOf(routes: readonly Route[], path: string): string[] {
  const steps = path.split("/");
  const fits = (pattern: string) => {
    const parts = pattern.split("/");
    return parts.length === steps.length && parts.every((part, i) => part === steps[i] || part.startsWith(":"));
  };
  return [...new Set(routes.filter((route) => fits(route.path)).map(({ method }) => method as string))];
}

function requireForm(routes: readonly Route[], method: string, path: string, answer: Answer): void {
  expect(answer.headers.get("x-request-id")).toBeTruthy();
  if (answer.status >= 300) {
    ErrorSchema.parse(answer.body);
    return;
  }
  const { response } = routeOf(routes, method, path);
  if (response === null) expect(answer.body).toBeUndefined();
  else response.parse(answer.body);
}

function routeOf(routes: readonly Route[], method: string, path: string): Route {
  const steps = path.split("?", 1)[0]!.split("/");
  const isExact = (route: Route) => route.path === path.split("?", 1)[0];
  const found =
    routes.find((route) => route.method === method && isExact(route)) ??
    routes.find((route) => {
      const parts = route.path.split("/");
      const fits = parts.every((part, i) => part === steps[i] || part.startsWith(":"));
      return route.method === method && parts.length === steps.length && fits;
    });
  if (found === undefined) throw new Error(`no route for ${method} ${path}`);
  return found;
}

/** The webhook of an app without when its hour ends: a test that goes on past a full hour sees another one. */
export async function webhookOf(world: World, app: string) {
  const { hour, ...webhook } = await dataOf(world, "GET", `/apps/${app}/webhook`);
  return { ...webhook, used: hour.used };
}
