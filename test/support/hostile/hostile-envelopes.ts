// Envelopes as Sentry's SDKs send them, wrong, strange or meant to harm, each with its answer; and one that is only large.
import { brotliCompressSync, gzipSync } from "node:zlib";
import { templateBodyOf } from "../samples/template-samples.ts";

export const ENVELOPE_ID = "9ec79c33ec9942ab8353589fcb2e04dc";
export const RECORDED_ENVELOPE = templateBodyOf("sentry-envelope-error.txt");

export const envelope = (event: object, type = "event") => {
  const content = JSON.stringify(event);
  return `{"event_id":"${ENVELOPE_ID}"}\n{"type":"${type}","length":${Buffer.byteLength(content)}}\n${content}\n`;
};

const deep = (levels: number) => `{"a":${"[".repeat(levels)}${"]".repeat(levels)}}`;
const asEvent = (content: string) => `{}\n{"type":"event","length":${Buffer.byteLength(content)}}\n${content}`;
export const HOSTILE_ENVELOPES: [string, string | Buffer, Record<string, string>, [number, string]][] = [
  ["nothing", "", {}, [400, "invalid_json"]],
  [
    "100,000 items",
    gzipSync(`{}\n${'{"type":"session"}\n{}\n'.repeat(100_000)}`),
    { "content-encoding": "gzip" },
    [400, "too_many_items"],
  ],
  ["a length past the end", '{}\n{"type":"event","length":999999999}\n{}', {}, [400, "invalid_json"]],
  ["a negative length", '{}\n{"type":"event","length":-1}\n{}', {}, [400, "invalid_json"]],
  ["a length inside the content", '{}\n{"type":"event","length":1}\n{}', {}, [400, "invalid_json"]],
  ["an event that is a list", asEvent("[]"), {}, [400, "invalid_json"]],
  ["an event that is cut off", asEvent('{"message":'), {}, [400, "invalid_json"]],
  [
    "an event that is not UTF-8",
    Buffer.concat([Buffer.from('{}\n{"type":"event"}\n{"message":"'), Buffer.from([0xff, 0x22, 0x7d])]),
    {},
    [400, "invalid_json"],
  ],
  ["UTF-16", Buffer.from(envelope({}), "utf16le"), {}, [400, "invalid_json"]],
  ["deep nesting", asEvent(deep(100_000)), {}, [400, "invalid_json"]],
  ["too many values", asEvent(`{"a":[${"0,".repeat(200_000)}0]}`), {}, [400, "invalid_json"]],
  ["an event of more than 1 MB", asEvent(`{"message":"${"x".repeat(1_100_000)}"}`), {}, [413, "too_large"]],
  ["a body of more than 2 MB", "x".repeat(2_200_000), {}, [413, "too_large"]],
  ["a bomb by gzip", gzipSync(Buffer.alloc(100_000_000)), { "content-encoding": "gzip" }, [413, "too_large"]],
  [
    "a bomb by br",
    brotliCompressSync(Buffer.alloc(100_000_000), { params: { 1: 1 } }),
    { "content-encoding": "br" },
    [413, "too_large"],
  ],
  ["gzip that is none", envelope({}), { "content-encoding": "gzip" }, [400, "invalid_json"]],
  [
    "gzip that is cut off",
    gzipSync(RECORDED_ENVELOPE).subarray(0, 200),
    { "content-encoding": "gzip" },
    [400, "invalid_json"],
  ],
  ["gzip that nobody names", gzipSync(RECORDED_ENVELOPE), {}, [400, "invalid_json"]],
  ["a coding that is not known", envelope({}), { "content-encoding": "zstd" }, [415, "unsupported_media_type"]],
  [
    "two codings",
    gzipSync(gzipSync(RECORDED_ENVELOPE)),
    { "content-encoding": "gzip, gzip" },
    [415, "unsupported_media_type"],
  ],
];

const frames = Array.from({ length: 9_000 }, (_, n) => ({
  function: `f${n}`,
  filename: "a.js",
  in_app: n % 2 === 0,
}));
export const LARGE_ENVELOPE = envelope({
  event_id: ENVELOPE_ID,
  exception: { values: [{ type: "E", value: "x".repeat(300_000), stacktrace: { frames } }] },
});
