// One request over a kept connection, and how long its answer took.
import { type Agent, request } from "node:http";

export interface Ask {
  method: "GET" | "POST";
  path: string;
  key?: string;
  body?: string;
}

export interface Asked {
  status: number;
  text: string;
  ms: number;
}

export function ask(port: number, agent: Agent, { method, path, key, body }: Ask): Promise<Asked> {
  const began = performance.now();
  const headers = {
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(body === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
  };
  return new Promise((resolve, reject) => {
    const sent = request({ port, agent, method, path, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece) => {
        text += piece;
      });
      response.on("end", () => resolve({ status: response.statusCode!, text, ms: performance.now() - began }));
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
