// Clients that send more than is accepted, each the way it is made: some read while they send, most only afterwards.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";

export interface Target {
  url: string;
  method?: string;
  headers?: Record<string, string>;
}

/** What a client got to read: the status, and the code in the error shape. */
export interface Read {
  status: number;
  code: string;
}

/** Throws what the client says when it read nothing. */
export type Send = (target: Target) => Promise<Read>;

const MEGABYTE = 1_048_576;
const FORM_BYTES = 1.1 * MEGABYTE;
const TEXT_BYTES = 5 * MEGABYTE;
const PYTHON_BYTES = 10 * MEGABYTE;
const PIECE = Buffer.alloc(65_536, "x");

/** What Node brings along. */
export const NODE_SENDERS: Record<string, Send> = {
  "fetch, a text of 5 MB": (target) => fetched(target, "x".repeat(TEXT_BYTES)),
  "fetch, a form of 1.1 MB": (target) => {
    const form = new FormData();
    form.set("title", "Too large");
    form.set("file", new Blob([Buffer.alloc(FORM_BYTES)]), "file.bin");
    return fetched(target, form);
  },
  "fetch, a stream of 5 MB": (target) => fetched(target, pieces(TEXT_BYTES)),
  "http.request, 5 MB in pieces": requested,
};

/** What other languages bring along, and the program that most people try first. */
export const OTHER_SENDERS: Record<string, Send> = {
  "curl, 5 MB after 100-continue": (target) => curled(target, ["--data-binary", "@-"]),
  "curl, 5 MB in pieces at once": (target) =>
    curled(target, ["-H", "Expect:", "-H", "Transfer-Encoding: chunked", "--data-binary", "@-"]),
  "Python's http.client, 10 MB": pythoned,
};

async function fetched(
  { url, method = "POST", headers = {} }: Target,
  body: string | FormData | ReadableStream,
): Promise<Read> {
  const response = await fetch(url, { method, headers, body, duplex: "half" } as RequestInit);
  return readOf(response.status, await response.text());
}

function pieces(size: number): ReadableStream<Uint8Array> {
  let left = size;
  return new ReadableStream({
    pull(controller) {
      if (left <= 0) controller.close();
      else controller.enqueue(PIECE.subarray(0, Math.min(left, PIECE.length)));
      left -= PIECE.length;
    },
  });
}

async function requested({ url, method = "POST", headers = {} }: Target): Promise<Read> {
  const outgoing = httpRequest(url, { method, headers: { ...headers, "content-length": TEXT_BYTES } });
  for (let sent = 0; sent < TEXT_BYTES; sent += PIECE.length) outgoing.write(PIECE);
  outgoing.end();
  const [incoming] = await once(outgoing, "response");
  let text = "";
  for await (const part of incoming) text += part;
  return readOf(incoming.statusCode, text);
}

async function curled({ url, method = "POST", headers = {} }: Target, how: string[]): Promise<Read> {
  const named = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const args = ["-sS", "--max-time", "30", "-X", method, ...named, ...how, "-w", "\n%{http_code}", url];
  const output = await ran("curl", args, Buffer.alloc(TEXT_BYTES, "x"));
  const end = output.lastIndexOf("\n");
  return readOf(Number(output.slice(end + 1)), output.slice(0, end));
}

const PYTHON = `
import http.client, json, sys
host, path, method, headers, size = sys.argv[1], sys.argv[2], sys.argv[3], json.loads(sys.argv[4]), int(sys.argv[5])
connection = http.client.HTTPConnection(host, timeout=30)
connection.request(method, path, b"x" * size, headers)
answer = connection.getresponse()
print(answer.read().decode() + "\\n" + str(answer.status), end="")
`;

async function pythoned({ url, method = "POST", headers = {} }: Target): Promise<Read> {
  const { host, pathname, search } = new URL(url);
  const args = ["-c", PYTHON, host, pathname + search, method, JSON.stringify(headers), String(PYTHON_BYTES)];
  const output = await ran("python3", args);
  const end = output.lastIndexOf("\n");
  return readOf(Number(output.slice(end + 1)), output.slice(0, end));
}

async function ran(program: string, args: string[], input?: Buffer): Promise<string> {
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"] });
  // A program that has its answer stops reading what it should have sent.
  child.stdin.on("error", () => {}).end(input);
  let [output, complaint] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    output += part;
  });
  child.stderr.setEncoding("utf8").on("data", (part: string) => {
    complaint += part;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${complaint.trim().split("\n").at(-1)}`);
  return output;
}

/** A sender that never stops: what it read, once it was cut off. */
export async function sendForEver({ url, method = "POST", headers = {} }: Target, piece = PIECE): Promise<Read> {
  const { hostname, port, pathname, search } = new URL(url);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let text = "";
  socket.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  const chunk = Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")]);
  const sendOn = () => {
    while (socket.writable && socket.write(chunk));
  };
  const head = `${method} ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}\r\n${lines.join("")}`;
  socket.on("error", () => {}).on("drain", sendOn);
  socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
  sendOn();
  await new Promise((resolve) => socket.once("close", resolve));
  const [first, ...rest] = text.split("\r\n\r\n");
  if (rest.length === 0) throw new Error("cut off without an answer");
  return readOf(Number(first!.split(" ")[1]), rest.join("\r\n\r\n"));
}

function readOf(status: number, text: string): Read {
  return { status, code: JSON.parse(text).error.code };
}
