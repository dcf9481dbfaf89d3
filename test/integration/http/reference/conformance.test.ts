// The guard that every answer in the tests passes: it finds what is not as the API's document says.
import { describe, expect, test } from "vitest";
import { conformanceFault } from "../../../support/conformance/conformance.ts";

const JSON_TYPE = "application/json; charset=utf-8";
const ME = { name: "CI", role: "tester", apps: null };

function answered(method: string, path: string, status: number, body?: unknown, type: string | null = JSON_TYPE) {
  return conformanceFault({ method, path, status, type, text: body === undefined ? "" : JSON.stringify(body) });
}

function refusal(code: string) {
  return { error: { code, message: "No." } };
}

describe("the guard of the API's document", () => {
  test("an answer as the document says passes", () => {
    expect(answered("GET", "/api/v1/me", 200, { data: ME })).toBeNull();
    expect(answered("HEAD", "/api/v1/me", 200)).toBeNull();
    expect(answered("GET", "/api/v1/me", 401, refusal("unauthorized"))).toBeNull();
    expect(answered("DELETE", "/api/v1/keys/key_1", 204, undefined, null)).toBeNull();
    expect(answered("GET", "/ui/v1/overview", 200, { data: [] })).toBeNull();
  });

  test("a field that is missing, undeclared or of another type does not", () => {
    expect(answered("GET", "/api/v1/me", 200, { data: { ...ME, role: undefined } })).toMatch(
      /required property 'role'/,
    );
    expect(answered("GET", "/api/v1/me", 200, { data: { ...ME, hash: "x" } })).toMatch(/additional properties/);
    expect(answered("GET", "/api/v1/me", 200, { data: { ...ME, name: 5 } })).toMatch(/must be string/);
    expect(answered("GET", "/ui/v1/overview", 200, { data: [{}] })).toMatch(/required property/);
  });

  test("a status, a type, a code or a body that is not declared does not", () => {
    expect(answered("GET", "/api/v1/me", 202, { data: ME })).toMatch(/status/);
    expect(answered("GET", "/api/v1/me", 200, { data: ME }, "text/html")).toMatch(/type/);
    expect(answered("GET", "/api/v1/me", 400, refusal("name_taken"))).toMatch(/allowed values/);
    expect(answered("DELETE", "/api/v1/keys/key_1", 204, {})).toMatch(/body/);
  });

  test("a tag that is not declared does not", () => {
    const answer = {
      method: "GET",
      path: "/api/v1/me",
      status: 200,
      type: JSON_TYPE,
      text: JSON.stringify({ data: ME }),
    };
    expect(conformanceFault({ ...answer, etag: '"x"' })).toMatch(/ETag/);
    expect(conformanceFault({ ...answer, etag: null })).toBeNull();
    const noChange = { method: "GET", path: "/api/v1/apps/Shop/gate", status: 304, type: null, text: "" };
    expect(conformanceFault({ ...noChange, etag: '"x"' })).toBeNull();
  });

  test("an address that is not in the document may only say that it is none, unless it is a page of the interface", () => {
    expect(answered("GET", "/api/v1/nothing", 404, refusal("not_found"))).toBeNull();
    expect(answered("PUT", "/api/v1/me", 405, refusal("method_not_allowed"))).toBeNull();
    expect(answered("GET", "/api/v1/nothing", 200, {})).toMatch(/not in the document/);
    expect(answered("GET", "/secrets", 200, {})).toMatch(/not in the document/);
    expect(answered("GET", "/issues", 200, undefined, "text/html")).toBeNull();
  });
});
