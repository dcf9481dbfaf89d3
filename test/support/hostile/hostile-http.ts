// Bytes that are no valid HTTP, that two readers could read differently, or that are too many.
import { request } from "../clients/raw-socket.ts";

const POST = "POST /api/v1/issues";
/** KEY stands for a key. */
export const KEYED = "Authorization: Bearer KEY";
export const posted = (headers: string[], body = "{}") => request(POST, [KEYED, ...headers], body);

export const MALFORMED_REQUESTS: [string, string | Buffer][] = [
  ["Content-Length beside Transfer-Encoding", posted(["Content-Length: 2", "Transfer-Encoding: chunked"], "0\r\n\r\n")],
  ["Transfer-Encoding beside Content-Length", posted(["Transfer-Encoding: chunked", "Content-Length: 2"], "0\r\n\r\n")],
  ["two different Content-Length", posted(["Content-Length: 2", "Content-Length: 3"])],
  ["two equal Content-Length", posted(["Content-Length: 2", "Content-Length: 2"])],
  ["a Content-Length list", posted(["Content-Length: 2, 2"])],
  ["Content-Length +2", posted(["Content-Length: +2"])],
  ["Content-Length -1", posted(["Content-Length: -1"])],
  ["Content-Length 0x2", posted(["Content-Length: 0x2"])],
  ["an empty Content-Length", posted(["Content-Length: "])],
  ["Content-Length of 20 digits", posted([`Content-Length: ${"9".repeat(20)}`])],
  ["Transfer-Encoding identity", posted(["Transfer-Encoding: identity"])],
  ["Transfer-Encoding chunked, identity", posted(["Transfer-Encoding: chunked, identity"], "0\r\n\r\n")],
  ["Transfer-Encoding gzip, chunked", posted(["Transfer-Encoding: gzip, chunked"], "0\r\n\r\n")],
  ["Transfer-Encoding twice", posted(["Transfer-Encoding: chunked", "Transfer-Encoding: chunked"], "0\r\n\r\n")],
  ["a space before the colon", posted(["Content-Length : 2"])],
  ["a folded header", posted(["X-Signature: sha256=aa", " bb", "Content-Length: 2"])],
  ["bare line feeds", "GET /api/v1/me HTTP/1.1\nHost: localhost\n\n"],
  ["a bare line feed after a header", "GET /api/v1/me HTTP/1.1\r\nHost: localhost\nX-A: b\r\n\r\n"],
  ["a NUL in a header", request("GET /api/v1/me", ["X-A: a\0b", ""])],
  ["a NUL in the address", request("GET /api/v1/\0me", [""])],
  ["a space in the address", request("GET /api/v1/me HTTP/1.1 x", [""])],
  ["a header without a name", request("GET /api/v1/me", [": x", ""])],
  ["a header without a colon", request("GET /api/v1/me", ["nonsense", ""])],
  ["a chunk size of 17 digits", posted(["Transfer-Encoding: chunked"], `${"f".repeat(17)}\r\n`)],
  ["a chunk size that is no number", posted(["Transfer-Encoding: chunked"], "zz\r\n{}\r\n0\r\n\r\n")],
  ["a chunk longer than it says", posted(["Transfer-Encoding: chunked"], "1\r\n{}\r\n0\r\n\r\n")],
  ["an unknown method", request("BREW /api/v1/me", [""])],
  ["a method in small letters", request("get /api/v1/me", [""])],
  ["an unknown version", "GET /api/v1/me HTTP/9.9\r\nHost: localhost\r\n\r\n"],
  ["no Host", "GET /api/v1/me HTTP/1.1\r\n\r\n"],
  ["two Host", request("GET /api/v1/me", ["Host: evil.example", ""])],
  ["two Content-Type", posted(["Content-Type: application/json", "Content-Type: text/plain", "Content-Length: 2"])],
  ["an HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ["a TLS hello", Buffer.from("16030100c8010000c40303", "hex")],
  ["noise", Buffer.from(Array.from({ length: 2_000 }, (_, i) => (i * 7919) % 256))],
  ["an address of another protocol", "SSH-2.0-OpenSSH_9.6\r\n"],
];

export const TOO_LARGE_HEADERS: [string, string][] = [
  ["a header of 17 kB", request("GET /api/v1/me", [`X-A: ${"a".repeat(17_000)}`, ""])],
  ["5,000 headers", request("GET /api/v1/me", [...Array.from({ length: 5_000 }, (_, i) => `X-${i}: a`), ""])],
  ["an address of 20 kB", request(`GET /api/v1/issues?app=${"a".repeat(20_000)}`, [""])],
];

export const STRANGE_REQUESTS: [string, string][] = [
  ["an expectation nobody can meet", request("GET /api/v1/me", [KEYED, "Expect: tea", ""])],
  ["CONNECT", request("CONNECT evil.example:443", [""])],
  ["TRACE", request("TRACE /api/v1/me", [KEYED, ""])],
  ["OPTIONS *", request("OPTIONS *", [KEYED, ""])],
];

const SHORT_HEADERS = Array.from({ length: 2_001 }, () => "a:");
/** 2,001 short headers in front of a key, and behind another. */
export const hiddenKey = request("GET /api/v1/me", [...SHORT_HEADERS, KEYED, ""]);
export const twoKeys = (other: string) =>
  request("GET /api/v1/me", [KEYED, ...SHORT_HEADERS, `Authorization: Bearer ${other}`, ""]);

/** In one chunk, with what is said of the chunk behind its length. */
export const inOneChunk = (body: string, extension: string) =>
  posted(["Transfer-Encoding: chunked"], `${body.length.toString(16)}${extension}\r\n${body}\r\n0\r\n\r\n`);
export const LARGE_EXTENSION = `;a=${"b".repeat(300_000)}`;

/** More than a connection may carry; whoever sends them reads no answer. */
export const UNREAD_REQUESTS = request("GET /none", [""]).repeat(20_000);
