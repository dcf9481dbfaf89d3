// The moment at which a client in this process has read the head of an answer: only then is a connection cut within the answer.
import diagnostics from "node:diagnostics_channel";
import type { ClientRequest } from "node:http";

const CHANNEL = "http.client.response.finish";

/** Of the next answer from this port to whoever asks through `node:http`. */
export function answerBegun(port: number): Promise<void> {
  return new Promise((resolve) => {
    const look = (message: unknown) => {
      const { request } = message as { request: ClientRequest };
      if (request.socket?.remotePort !== port) return;
      diagnostics.unsubscribe(CHANNEL, look);
      resolve();
    };
    diagnostics.subscribe(CHANNEL, look);
  });
}
