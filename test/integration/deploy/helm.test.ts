// The Helm chart, as far as it can be judged without rendering it; npm run try-helm renders it.
import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { parse } from "yaml";

const read = (path: string) => readFileSync(`deploy/helm/${path}`, "utf8");

test("the chart has the version of the program", () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(parse(read("Chart.yaml"))).toMatchObject({ version, appVersion: version });
});

test("the values are those of their schema, and no other", () => {
  const check = new Ajv().compile(JSON.parse(read("values.schema.json")));
  const values = parse(read("values.yaml"));
  expect([check(values), check.errors]).toEqual([true, null]);
  for (const wrong of [{ replicas: 0 }, { replica: 2 }, { settings: { PORT: 3000 } }, { baseUrl: "retest" }]) {
    expect(check({ ...values, ...wrong })).toBe(false);
  }
  const { properties } = JSON.parse(read("values.schema.json"));
  expect(Object.keys(properties).filter((name) => name !== "global")).toEqual(Object.keys(values));
});
