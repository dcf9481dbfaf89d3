// A thread in the background has a lower priority, and the rest of the process keeps its own.
import { once } from "node:events";
import { getPriority } from "node:os";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";

const FILE = new URL("../../../../src/lib/async/background-thread.ts", import.meta.url).href;

test.runIf(process.platform === "linux")("a thread in the background gives way to the others", async () => {
  const before = getPriority();
  const code = `import("tsx/esm/api").then(async ({ register }) => {
    register();
    (await import(${JSON.stringify(FILE)})).runInBackground();
    require("node:worker_threads").parentPort.postMessage(require("node:os").getPriority());
  });`;
  const worker = new Worker(code, { eval: true });
  const [priority] = await once(worker, "message");
  await worker.terminate();
  expect(priority).toBeGreaterThan(before);
  expect(getPriority()).toBe(before);
});
