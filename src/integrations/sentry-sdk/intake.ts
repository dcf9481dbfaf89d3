// What Sentry's SDKs send when a program has the connection's DSN: errors raise issues, and all else is taken and left alone.
import { Fault } from "../../domain/fault.ts";
import { MEGABYTE } from "../../domain/limits/connection-limits.ts";
import { sha256 } from "../../lib/crypto/sha256.ts";
import { decompress } from "../../lib/formats/decompress.ts";
import { readJson } from "../../lib/formats/json.ts";
import { textAt } from "../../lib/formats/untrusted-fields.ts";
import { notLive, toRaise } from "../toolkit/error-report.ts";
import type { ToolAnswer, ToolCommand } from "../toolkit/tool-command.ts";
import type { ToolIntake, ToolRequest } from "../toolkit/tool-intake.ts";
import { readEnvelope } from "./envelope.ts";
import { fromSdkEvent, isError } from "./event.ts";

/** Bytes of a body once it is unpacked, and of one event: as many as Sentry takes of an event. */
const MAX_UNPACKED = 4 * 1_048_576;
const MAX_EVENT = 1_048_576;
/** Most that an SDK sends are sessions and the like. */
const REQUESTS_PER_ISSUE = 10;
const ID = /^[\da-f]{32}$/;

export const sentrySdkIntake: ToolIntake = {
  maxBytes: 2 * MEGABYTE,
  requestsPerIssue: REQUESTS_PER_ISSUE,
  addressFor: dsnOf,
  /** The key in the DSN is all that an SDK knows. */
  verify() {},
  async read(request) {
    const bytes = await unpacked(request);
    const { eventId, event } = isStored(request) ? { eventId: "", event: bytes } : readEnvelope(bytes);
    if (event === null) return nothing(eventId);
    const read = readEvent(event);
    const id = eventIdOf(eventId || textAt(read, "event_id")) || sha256(event.toString("latin1")).slice(0, 32);
    return isError(read) ? raise(request, read, id) : nothing(id);
  },
};

/** The key stands where an address has its user. SDKs want a number for the project: here the key alone says which connection it is. */
function dsnOf(baseUrl: string, token: string): string {
  const mark = baseUrl.indexOf("://") + "://".length;
  return `${baseUrl.slice(0, mark)}${token}@${baseUrl.slice(mark)}/1`;
}

/** Older SDKs send an event alone, to another address. */
function isStored({ path }: ToolRequest): boolean {
  return /\/store\/?$/.test(path);
}

/** Throws `unsupported_media_type`, `too_large`, `invalid_json`. */
async function unpacked({ bytes, headers }: ToolRequest): Promise<Buffer> {
  const unpacked = await decompress(bytes, headers["content-encoding"], MAX_UNPACKED);
  switch (unpacked) {
    case "unknown":
      throw new Fault("unsupported_media_type", "Send the body as it is, or compressed by gzip, deflate or br.");
    case "too_large":
      throw new Fault("too_large", "The body may have at most 4 MB once it is unpacked.");
    case "broken":
      throw new Fault("invalid_json", "The body can't be unpacked: it is not compressed as Content-Encoding says.");
    default:
      return unpacked;
  }
}

/** Throws `too_large`, `invalid_json`. */
function readEvent(bytes: Buffer): object {
  if (bytes.length > MAX_EVENT) {
    throw new Fault("too_large", "An event may have at most 1 MB.");
  }
  const reading = readJson(bytes);
  if (!reading.ok) throw new Fault("invalid_json", `The event can't be read as JSON: ${reading.why}.`);
  if (typeof reading.value === "object" && reading.value !== null && !Array.isArray(reading.value))
    return reading.value;
  throw new Fault("invalid_json", "The event is no JSON object.");
}

function raise(request: ToolRequest, event: object, id: string): ToolCommand {
  return {
    ask: "raise",
    by: "",
    raise: toRaise(request, fromSdkEvent(event)),
    answer(raised) {
      if (raised instanceof Fault) throw raised.code === "missing_check" ? notLive() : raised;
      return answerOf(id);
    },
  };
}

function nothing(id: string): ToolCommand {
  return { ask: "nothing", why: "no_error", answer: answerOf(eventIdOf(id)) };
}

function answerOf(id: string): ToolAnswer {
  return { status: 200, body: id === "" ? {} : { id } };
}

/** An event's id as Sentry writes it; empty for anything else. */
function eventIdOf(text: string): string {
  const id = text.length <= 36 ? text.replaceAll("-", "").toLowerCase() : "";
  return ID.test(id) ? id : "";
}
