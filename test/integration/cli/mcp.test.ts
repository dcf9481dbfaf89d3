// `retest mcp` as a process: one line in, one line out; trouble is an answer, and nothing but answers is on standard output.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { retest, type Settings } from "../../support/clients/run-cli.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

const BIN = fileURLToPath(new URL("../../../bin/retest.js", import.meta.url));
const world = worldOf("sqlite");

/** Gives it these lines and the end; all that it says. */
function talk(lines: unknown[], settings: Settings) {
  return hand([lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("")], settings);
}

/** The same, of whatever bytes, each piece once the one before is taken. */
async function hand(pieces: (string | Buffer)[], settings: Settings) {
  const child = spawn(process.execPath, [BIN, "mcp"], { env: { PATH: process.env.PATH, ...settings } });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    stdout += chunk;
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    stderr += chunk;
  });
  // It may have ended before it took everything.
  child.stdin.on("error", () => {});
  const closed = once(child, "close");
  for (const piece of pieces) await new Promise((taken) => child.stdin.write(piece, taken));
  child.stdin.end();
  const [code] = await closed;
  const answers = stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
  return { code, answers, stderr };
}

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};
const call = (id: number, name: string, input: object = {}) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: input },
});

test("every question is answered before it ends with standard input, and words that need no answer get none", async () => {
  const app = await world.app();
  const settings = { RETEST_URL: world.address, RETEST_API_KEY: world.viewer };
  const said = [
    initialize,
    { jsonrpc: "2.0", method: "notifications/initialized" },
    call(2, "get_app", { app: app.id }),
  ];
  const { code, answers, stderr } = await talk([...said, call(3, "get_app", { app: "Nowhere" })], settings);
  expect([code, stderr]).toEqual([0, ""]);
  expect(answers.map(({ id }) => id).sort()).toEqual([1, 2, 3]);
  const by = (id: number) => answers.find((answer) => answer.id === id).result;
  expect(by(1).serverInfo.name).toBe("retest");
  expect(by(2).structuredContent.app.id).toBe(app.id);
  expect(by(3).isError).toBe(true);
});

test.each<[string, Settings, RegExp]>([
  ["a key that is none", { RETEST_API_KEY: "rt_wrong" }, /answered 401: This API key is not valid/],
  ["nobody at the address", { RETEST_URL: "http://127.0.0.1:9", RETEST_API_KEY: "rt_x" }, /can't be reached/],
])("%s is an answer that says so", async (_name, settings, words) => {
  const { code, answers, stderr } = await talk([initialize], { RETEST_URL: world.address, ...settings });
  expect([code, stderr]).toEqual([0, ""]);
  expect(answers).toEqual([{ jsonrpc: "2.0", id: 1, error: { code: -32_603, message: expect.stringMatching(words) } }]);
});

test("lines that are no messages are told of on standard error, and the next one is answered", async () => {
  const settings = { RETEST_URL: world.address, RETEST_API_KEY: world.viewer };
  const none = ["{not json", '{"jsonrpc":"2.0"}', '{"jsonrpc":"2.0","id":{},"method":"ping"}', "[]"];
  const { answers, stderr } = await talk([...none, "", initialize], settings);
  expect(answers.map(({ id }) => id)).toEqual([1]);
  expect(stderr).toBe("retest: this line is no message of JSON-RPC, and was left out.\n".repeat(none.length));
});

test("a message may come in pieces, within a letter too, several in one, with Windows' line ends, and the last without any", async () => {
  const settings = { RETEST_URL: world.address, RETEST_API_KEY: world.viewer };
  const bytes = Buffer.from(
    [initialize, call(2, "get_app", { app: "Café" }), call(3, "get_me")]
      .map((line) => JSON.stringify(line))
      .join("\r\n"),
  );
  const inLetter = bytes.indexOf("é") + 1;
  const pieces = [bytes.subarray(0, 20), bytes.subarray(20, inLetter), bytes.subarray(inLetter)];
  const { code, answers, stderr } = await hand(pieces, settings);
  expect([code, stderr]).toEqual([0, ""]);
  expect(answers.map(({ id }) => id).sort()).toEqual([1, 2, 3]);
  expect(answers.find(({ id }) => id === 2).result.content[0].text).toContain("Café");
});

test("a line of more than ten megabytes ends it with 1, after everything before is answered", async () => {
  const settings = { RETEST_URL: world.address, RETEST_API_KEY: world.viewer };
  const { code, answers, stderr } = await talk([initialize, "x".repeat(11 * 1024 * 1024), call(2, "get_me")], settings);
  expect([code, answers.map(({ id }) => id)]).toEqual([1, [1]]);
  expect(stderr).toBe("retest: a line has more than 10,485,760 bytes.\n");
});

test.each([
  [[], { RETEST_URL: "http://127.0.0.1:9" }, "RETEST_API_KEY"],
  [[], { RETEST_API_KEY: "rt_x" }, "RETEST_URL"],
  [["--url", "nowhere"], { RETEST_API_KEY: "rt_x" }, "--url"],
  [["more"], { RETEST_API_KEY: "rt_x" }, "more"],
])("retest mcp %j exits with 2 and a sentence", async (args, settings, named) => {
  const { code, stdout, stderr } = await retest(["mcp", ...args], settings as Settings);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(named);
});
