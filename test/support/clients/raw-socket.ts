// Speaks to the server byte by byte, for what no HTTP client would send.
import { connect, type Socket } from "node:net";
import type { Answer } from "../server/test-server.ts";

export interface RawAnswer extends Answer {
  text: string;
}

export interface RawConnection {
  socket: Socket;
  /** The answers so far, once the server ended the connection or `count` of them came. */
  answers(count: number): Promise<RawAnswer[]>;
  /** The same, and the connection stays open. */
  answersSoFar(count: number): Promise<RawAnswer[]>;
}

export async function openRaw(address: string): Promise<RawConnection> {
  const socket = connect({ host: "127.0.0.1", port: Number(new URL(address).port), allowHalfOpen: true });
  const received: Buffer[] = [];
  let ended = false;
  let wake = () => {};
  socket.on("data", (chunk) => {
    received.push(chunk);
    wake();
  });
  for (const event of ["end", "close"]) {
    socket.on(event, () => {
      ended = true;
      wake();
    });
  }
  socket.on("error", () => {});
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  const answersSoFar = async (count: number) => {
    for (;;) {
      const found = parseAnswers(Buffer.concat(received));
      if (found.length >= count || ended) return found;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return {
    socket,
    answersSoFar,
    async answers(count) {
      const found = await answersSoFar(count);
      socket.destroy();
      return found;
    },
  };
}

/** Sends the bytes on a connection of their own and gives the answers. */
export async function exchangeRaw(address: string, bytes: string | Buffer, count = 1): Promise<RawAnswer[]> {
  const connection = await openRaw(address);
  connection.socket.write(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes);
  return connection.answers(count);
}

/** A request as text; `headers` are lines. */
export function request(line: string, headers: string[] = [], body = ""): string {
  return [`${line} HTTP/1.1`, "Host: localhost", ...headers, "", body].join("\r\n");
}

function parseAnswers(bytes: Buffer): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let from = 0; ; ) {
    const split = bytes.indexOf("\r\n\r\n", from);
    if (split === -1) return answers;
    const [status, ...lines] = bytes.subarray(from, split).toString("latin1").split("\r\n");
    const headers = new Headers(
      lines.map((line): [string, string] => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)]),
    );
    const end = endOf(bytes, split + 4, headers);
    if (end > bytes.length) return answers;
    const text = bytes.subarray(split + 4, end).toString("utf8");
    const isJson = headers.get("content-type")?.startsWith("application/json") === true && text !== "";
    answers.push({ status: Number(status!.split(" ")[1]), headers, text, body: isJson ? JSON.parse(text) : undefined });
    from = end;
  }
}

function endOf(bytes: Buffer, start: number, headers: Headers): number {
  if (headers.get("transfer-encoding") !== "chunked") return start + Number(headers.get("content-length") ?? 0);
  const last = bytes.indexOf("0\r\n\r\n", start);
  return last === -1 ? Number.POSITIVE_INFINITY : last + 5;
}
