// Holds an answer against the API's document; what people get below /ui/v1, against its route.
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { ZodType } from "zod";
import { documentAt } from "../../../src/http/reference/build-reference.ts";
import { JsonSchemas } from "../../../src/http/reference/document/json-schemas.ts";
import type { OpenApi } from "../../../src/http/reference/document/openapi-document.ts";
import { UI_PREFIX, UI_ROUTES } from "../../../src/http/routes/all-routes.ts";
import { ErrorSchema } from "../../../src/wire/error.ts";

export interface Answered {
  method: string;
  path: string;
  status: number;
  type: string | null;
  text: string;
  etag?: string | null;
}

/** What the document leaves out by intent: the interface's pages and files, which are no API. */
const PAGES =
  /^\/(?:$|assets\/|reference\/|icon\.svg|(?:auth|authorize|sign-in|join|account|apps|issues|workspace)(?:\/|$))/;
/** What connected tools post and assistants ask has the form that they decide, and so has what they are answered; OAuth has its own. */
const TOOLS =
  /^\/(?:api\/integrations\/(?!webhook\/)|api\/\d+\/(?:envelope|store)\/?$|mcp$|oauth\/|\.well-known\/oauth-)/;
/** Answers to what is no endpoint, or could not be read as a request to one: the same everywhere. */
const NO_ENDPOINT = new Set(["not_found", "method_not_allowed"]);
const UNREADABLE = new Set(["timeout", "headers_too_large"]);
const PEOPLES_SUCCESSES = new Set([200, 201, 204, 206]);

const ajv = new Ajv2020({ strict: false, validateSchema: false });
addFormats.default(ajv);
const known = new Map<string, ValidateFunction>();
const isError = ajv.compile(strictly(ErrorSchema));
/** What others read is open, because fields may be added; what our own tests read must have the fields that it says. */
const document: OpenApi = closed(await documentAt("http://localhost", "0"));
ajv.addSchema({ ...document, $id: "api" });
const publicPaths = Object.keys(document.paths).map(stepsOf);
const peoplesPaths = [...new Set(UI_ROUTES.map(({ path }) => path))].map(stepsOf);

/** What is wrong with an answer; null when it is as it should be. */
export function conformanceFault(answered: Answered): string | null {
  const why = answered.path.startsWith(`${UI_PREFIX}/`) ? faultOfPeoples(answered) : faultOfPublic(answered);
  return why === null ? null : `${answered.method} ${answered.path} → ${answered.status}: ${why}`;
}

/** The id of the operation that a request is for. */
export function operationAt(method: string, path: string): string {
  return document.paths[match(publicPaths, path.split("?", 1)[0]!)!][method.toLowerCase()].operationId;
}

function faultOfPublic({ method, path, status, type, text, etag = null }: Answered): string | null {
  const code = codeOf(status, text);
  if (UNREADABLE.has(code) || TOOLS.test(path)) return null;
  const pattern = match(publicPaths, path);
  const verb = method === "HEAD" ? "get" : method.toLowerCase();
  const operation = pattern === undefined ? undefined : document.paths[pattern][verb];
  if (operation === undefined) {
    const isPage = PAGES.test(path) || (status === 404 && type?.startsWith("text/html") === true);
    const isExempt = NO_ENDPOINT.has(code) || isPage || (method === "HEAD" && status >= 400);
    return isExempt ? null : `is not in the document (${text.slice(0, 200)})`;
  }
  const listed = operation.responses[status];
  if (listed === undefined) return `the status is not in the document (${text.slice(0, 200)})`;
  const isShared = listed.$ref !== undefined;
  const response = isShared ? document.components.responses[listed.$ref.split("/").at(-1)] : listed;
  if (etag !== null && response.headers?.ETag === undefined) return "its ETag is not in the document";
  const content = response.content ?? {};
  if (Object.keys(content).length === 0) return text === "" ? null : "the document says nothing of a body";
  if (method === "HEAD") return null;
  const plain = type?.split(";", 1)[0] ?? "";
  if (content[plain] === undefined) return `the type ${type} is not in the document`;
  if (plain !== "application/json") return null;
  const at = isShared ? listed.$ref : pointer("paths", pattern!, verb, "responses", String(status));
  return wrong(validator(`${at}/content/application~1json/schema`), text);
}

function faultOfPeoples({ method, path, status, text }: Answered): string | null {
  const pattern = match(peoplesPaths, path.slice(UI_PREFIX.length));
  const verb = method === "HEAD" ? "GET" : method;
  const route = UI_ROUTES.find((one) => one.method === verb && one.path === pattern);
  if (status >= 400) return method === "HEAD" ? null : wrong(isError, text);
  if (route === undefined) return "there is no such route";
  if (status === 304) return null;
  if (!PEOPLES_SUCCESSES.has(status)) return "no success has this status";
  if (route.response === null || method === "HEAD" || !text.startsWith("{")) return null;
  const key = `${verb} ${pattern}`;
  if (!known.has(key)) known.set(key, ajv.compile(strictly(route.response)));
  return wrong(known.get(key)!, text);
}

function strictly(schema: ZodType) {
  return new JsonSchemas([], "closed").of(schema);
}

/** With every object that names its fields having no others. */
function closed(part: OpenApi): OpenApi {
  for (const below of Object.values(part)) if (typeof below === "object" && below !== null) closed(below);
  const isObject = part.type === "object" && part.properties !== undefined;
  if (isObject && part.additionalProperties === undefined) part.additionalProperties = false;
  return part;
}

function validator(at: string): ValidateFunction {
  if (!known.has(at)) known.set(at, ajv.getSchema(`api${at}`)!);
  return known.get(at)!;
}

function wrong(validate: ValidateFunction, text: string): string | null {
  return validate(JSON.parse(text)) ? null : `${ajv.errorsText(validate.errors)} (${text.slice(0, 400)})`;
}

function codeOf(status: number, text: string): string {
  if (status < 400 || !text.startsWith("{")) return "";
  return JSON.parse(text).error?.code ?? "";
}

/** The pattern that a path fits; one without names comes before one with. */
function match(patterns: readonly string[][], path: string): string | undefined {
  const steps = stepsOf(path);
  const isName = (part: string) => part[0] === ":" || part[0] === "{";
  const fits = patterns.filter(
    (parts) => parts.length === steps.length && parts.every((part, i) => part === steps[i] || isName(part)),
  );
  return (fits.find((parts) => !parts.some(isName)) ?? fits[0])?.join("/");
}

function stepsOf(path: string): string[] {
  return path.split("/");
}

function pointer(...steps: string[]): string {
  return `#/${steps.map((step) => encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")}`;
}
