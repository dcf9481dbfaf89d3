// Reads what a request says: its query and its JSON body, checked by the route's schemas.
import type { ZodType } from "zod";
import { Fault, type FaultCode } from "../../domain/fault.ts";
import { readJson } from "../../lib/formats/json.ts";
import { listsIn } from "../../lib/schema/list-in-query.ts";
import { quote } from "../../lib/text/text.ts";

/**
 * The query of an address, each name with its one value; the values of what is a list in its schema, which may stand more than once, have
 * commas between them. Throws `invalid_request`.
 */
export function readQuery(url: string, schema: ZodType | undefined): Record<string, string> {
  const query: Record<string, string> = Object.create(null);
  const mark = url.indexOf("?");
  if (mark === -1) return query;
  const lists = listsIn(schema);
  for (const pair of url.slice(mark + 1).split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const value = decode(equals === -1 ? "" : pair.slice(equals + 1));
    const isAgain = name in query;
    if (isAgain && !lists.includes(name)) {
      throw new Fault("invalid_request", `The parameter ${quote(name)} appears twice; give it once.`);
    }
    query[name] = isAgain ? `${query[name]},${value}` : value;
  }
  return query;
}

const LARGE_BYTES = 16_384;

/** Whether reading a body may take a while. */
export function isLarge(body: unknown): boolean {
  return Buffer.isBuffer(body) && body.length > LARGE_BYTES;
}

/** Names in a body; none has more, and reading and refusing each of them would hold everybody up. */
const MAX_NAMES = 1_000;

/** The JSON in a body. Throws `unsupported_media_type`, `invalid_json`, `invalid_request`. */
export function readBody(
  bytes: Buffer,
  contentType: string | undefined,
  contentEncoding: string | undefined,
  keepDigits: boolean,
): unknown {
  if (contentType !== undefined && !isJson(contentType)) {
    throw new Fault("unsupported_media_type", "Send JSON, with Content-Type: application/json.");
  }
  requirePlainEncoding(contentEncoding, "invalid_json", "the JSON");
  // Where digits are kept a tool's payload lies inside, which may be any object.
  const reading = readJson(bytes, { keepDigits, maxNames: MAX_NAMES, ...(keepDigits && { maxNamesDepth: 1 }) });
  if (reading.ok) return reading.value;
  if (reading.isWide) throw new Fault("invalid_request", `Send fewer fields in the body: ${reading.why}.`);
  throw new Fault("invalid_json", `The body can't be read as JSON: ${reading.why}.`);
}

/** Throws the code given for a body that is packed. */
export function requirePlainEncoding(encoding: string | undefined, code: FaultCode, what: string): void {
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") {
    throw new Fault(code, `Content encodings are not accepted: send ${what} uncompressed.`);
  }
}

export function isJson(contentType: string): boolean {
  const end = contentType.indexOf(";");
  const type = (end === -1 ? contentType : contentType.slice(0, end)).trim().toLowerCase();
  return type === "application/json" || (type.startsWith("application/") && type.endsWith("+json"));
}

function decode(text: string): string {
  try {
    const decoded = decodeURIComponent(text.replaceAll("+", " "));
    if (!decoded.includes("\0")) return decoded;
  } catch {
    // Falls through: both are refused alike.
  }
  throw new Fault("invalid_request", "The query is not valid: check its percent-encoding.");
}
