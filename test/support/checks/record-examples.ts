// Asks the real server and keeps each request with its answer, as an example of the operation it was for.
import type { Example, Examples } from "../../../src/http/reference/document/examples.ts";
import { operationAt } from "../conformance/conformance.ts";
import type { World } from "../server/test-server.ts";

export interface Taken {
  /** Of another key; null for none. */
  key?: string | null;
  headers?: Record<string, string>;
  /** The type of a body that is text. */
  type?: string;
  /** What is shown of the answer, where all of it would be too much. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  show?: (answer: any) => unknown;
}

const MINUTE_MS = 60_000;

export class ExampleTaker {
  readonly examples: Examples = {};
  readonly #world: World;
  readonly #key: string;

  constructor(world: World, begin: number, key: string) {
    this.#world = world;
    this.#key = key;
    world.clock.frozenAt = begin;
  }

  /** A minute later than the one before; gives what was answered. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  async take(method: string, path: string, body?: unknown, taken: Taken = {}): Promise<any> {
    const { key = this.#key, headers = {}, type = "application/json", show = (answer) => answer } = taken;
    const isText = typeof body === "string";
    this.#world.clock.frozenAt! += MINUTE_MS;
    const response = await fetch(this.#world.address + path, {
      method,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { "content-type": type }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status >= 400) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    const answerType = response.headers.get("content-type")?.split(";", 1)[0];
    const answer = text !== "" && answerType?.endsWith("json") ? JSON.parse(text) : text;
    this.keep(operationAt(method, path), {
      path,
      ...(body === undefined ? {} : { body }),
      ...(isText ? { type } : {}),
      ...(Object.keys(headers).length === 0 ? {} : { headers }),
      status: response.status,
      ...(text === "" ? {} : { answer: show(answer) }),
      ...(answerType === undefined || answerType === "application/json" ? {} : { answerType }),
    });
    return answer?.data ?? answer;
  }

  keep(operation: string, example: Example): void {
    this.examples[operation] ??= [];
    this.examples[operation].push(example);
  }
}
