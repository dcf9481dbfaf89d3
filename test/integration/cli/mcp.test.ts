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
async function talk(lines: unknown[], settings: Settings) {
  const child = spawn(process.execPath, [BIN, "mcp"], { env: { PATH: process.env.PATH, ...settings } });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    stdout += chunk;
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    stderr += chunk;
  });
  child.stdin.end(lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join(""));
  const [code] = await once(child, "close");
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
  const { answers } = await talk(["{not json", '{"jsonrpc":"2.0"}', initialize], settings);
  expect(answers.map(({ id }) => id)).toEqual([1]);
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
