// An event as Sentry's SDKs send it: what it reports, and by what the same error is recognised when it comes again. Sentry's own
// servers would group events; here it is the fingerprint that the program gave it, else the kind of error and where it was thrown.
import { sha256 } from "../../lib/crypto/sha256.ts";
import { fieldAt, listAt, textAt } from "../../lib/formats/untrusted-fields.ts";
import { oneLine } from "../../lib/text/text.ts";
import { type ErrorReport, placesOf } from "../toolkit/error-report.ts";

/** Levels that mean an error, also as older SDKs for Python write them; an event that names none is one. */
const ERRORS = new Set(["", "error", "fatal", "critical", "40", "50"]);
/** Characters that are compared of texts that tell one error from another. */
const MAX_PART = 1_000;
const MAX_PARTS = 100;
/** Functions that have no name of their own. */
const NAMELESS = new Set(["", "?", "<anonymous>", "anonymous", "<unknown>"]);
/** Where a value goes in the message of a logger: Python's and PHP's, and with braces. */
const PLACEHOLDER = /%[sdifr]|\{\}/g;
const DEFAULT = /^\{\{\s*default\s*\}\}$/;

/** Transactions were once sent like events, and messages may be of any level. */
export function isError(event: object): boolean {
  const type = textAt(event, "type");
  return type !== "transaction" && ERRORS.has(textAt(event, "level").trim().toLowerCase());
}

export function fromSdkEvent(event: object): ErrorReport {
  const error = lastError(event);
  const frame = topFrame(error);
  const facts = [
    ["Release", textAt(event, "release")],
    ["Environment", textAt(event, "environment")],
  ];
  const lines = [
    culpritOf(event),
    frame === null ? "" : placeLine(frame),
    facts
      .flatMap(([what, value]) => (value === "" ? [] : [`${what}: ${oneLine(value!.slice(0, MAX_PART))}`]))
      .join("\n"),
  ];
  return {
    item: { externalId: `sdk:${sha256(keyOf(event, error, frame).join("\0"))}`, name: null, url: null },
    title: titleOf(event, error),
    description: [detailsOf(event, error), ...lines].filter((line) => line !== "").join("\n\n"),
    severity: [textAt(event, "level") || "error"],
    platforms: placesOf(event),
    project: "",
    page: textAt(event, "request", "url"),
  };
}

/** The error that was caught last; those that caused it stand before it. */
function lastError(event: object): unknown {
  const exception = fieldAt(event, "exception");
  const values = Array.isArray(exception) ? exception : (fieldAt(exception, "values") ?? [exception]);
  return listAt({ values }, "values").findLast((value) => typeof value === "object" && value !== null) ?? null;
}

/** The frame of the program's own code that is nearest to the error, else the nearest of all. */
function topFrame(error: unknown): unknown {
  const frames = listAt(error, "stacktrace", "frames").filter((frame) => typeof frame === "object" && frame !== null);
  return frames.findLast((frame) => fieldAt(frame, "in_app") === true) ?? frames.at(-1) ?? null;
}

function titleOf(event: object, error: unknown): string {
  const [type, value] = [textAt(error, "type").trim(), textAt(error, "value").trim()];
  const said = type !== "" && value !== "" ? `${type}: ${value}` : type + value;
  return (
    said || messageOf(event) || oneLine(textAt(event, "transaction").slice(0, MAX_PART)) || "An error without a message"
  );
}

/** What an event says that holds an error, too. */
function detailsOf(event: object, error: unknown): string {
  const message = messageOf(event);
  return error === null || message === textAt(error, "value").trim() ? "" : message;
}

function messageOf(event: object): string {
  const places = [
    ["logentry", "formatted"],
    ["logentry", "message"],
    ["message", "formatted"],
    ["message", "message"],
    ["message"],
  ];
  const place = places.find((path) => textAt(event, ...path).trim() !== "");
  if (place === undefined) return "";
  const text = textAt(event, ...place).trim();
  return place.at(-1) === "message" ? filledIn(text, listAt(event, ...place.slice(0, -1), "params")) : text;
}

/** A message with its values filled in, as Sentry's own servers do it. */
function filledIn(message: string, params: readonly unknown[]): string {
  let count = 0;
  return message.replaceAll(PLACEHOLDER, (written) => textAt(params, String(count++)).slice(0, MAX_PART) || written);
}

function culpritOf(event: object): string {
  return oneLine((textAt(event, "transaction") || textAt(event, "culprit")).slice(0, MAX_PART));
}

function placeLine(frame: unknown): string {
  const file = textAt(frame, "filename") || textAt(frame, "abs_path") || textAt(frame, "module");
  const place = [file.slice(0, MAX_PART), textAt(frame, "lineno"), textAt(frame, "colno")].filter(
    (part) => part !== "",
  );
  const name = textAt(frame, "function").slice(0, MAX_PART);
  const where = place.join(":");
  return oneLine(where === "" ? name : name === "" ? `at ${where}` : `at ${name} (${where})`);
}

function keyOf(event: object, error: unknown, frame: unknown): string[] {
  const given = listAt(event, "fingerprint")
    .slice(0, MAX_PARTS)
    .map((part) => textAt({ part }, "part").slice(0, MAX_PART));
  const own = defaultKey(event, error, frame);
  if (given.every((part) => part === "" || DEFAULT.test(part))) return own;
  return ["given", ...given.flatMap((part) => (DEFAULT.test(part) ? own : [part]))];
}

function defaultKey(event: object, error: unknown, frame: unknown): string[] {
  if (error === null)
    return ["message", steady(textAt(event, "logentry", "message") || messageOf(event) || culpritOf(event))];
  const type = textAt(error, "type").slice(0, MAX_PART);
  if (frame === null) return ["error", type, steady(textAt(error, "value"))];
  const file = textAt(frame, "module") || fileOf(textAt(frame, "filename") || textAt(frame, "abs_path"));
  const name = textAt(frame, "function").slice(0, MAX_PART);
  // Lines move with every release: they tell errors apart only where nothing else does.
  const where = NAMELESS.has(name) ? `${textAt(frame, "lineno")}:${textAt(frame, "colno")}` : name;
  return ["error", type, file.slice(0, MAX_PART), where];
}

/** A file whatever host it came from, and whatever its build put into its name. */
function fileOf(address: string): string {
  const path = address
    .slice(0, MAX_PART)
    .replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, "")
    .replace(/[?#].*$/s, "");
  return path.replace(/([._-])(?=[a-z\d]*\d)[a-z\d]{6,}(?=\.)/gi, "$1*");
}

/** A text without what differs each time: numbers and ids. */
function steady(text: string): string {
  return text.slice(0, MAX_PART).replace(/\b(?:0x)?[\da-f-]*\d[\da-f-]*\b/gi, "0");
}
