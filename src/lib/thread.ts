// Starts a thread from one of our own files, whether the program runs built or from its source.
import { Worker, type WorkerOptions } from "node:worker_threads";

/** `file` is named as it is in the source, with the ending .ts. */
export function startThread(file: URL, options: WorkerOptions): Worker {
  if (!import.meta.url.endsWith(".ts")) return new Worker(new URL(file.href.replace(/\.ts$/, ".js")), options);
  // Run from source, the thread must learn to read TypeScript before it loads the file.
  const load = `import("tsx/esm/api").then(({ register }) => { register(); return import(${JSON.stringify(file.href)}); });`;
  return new Worker(load, { ...options, eval: true });
}
