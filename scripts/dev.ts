// `npm run dev`: the server from its source, started again after every change, and the interface as its own server that
// shows a change at once. The address to open is the interface's; it passes on to the server what is not its own.
import { type ChildProcess, spawn } from "node:child_process";

const SERVER_PORT = process.env.PORT ?? "3000";
const INTERFACE_PORT = process.env.RETEST_DEV_PORT ?? "5173";

const children = [
  start(["tsx", "watch", "--clear-screen=false", "src/main.ts", "serve"], {
    PORT: SERVER_PORT,
    RETEST_BASE_URL: process.env.RETEST_BASE_URL ?? `http://localhost:${INTERFACE_PORT}`,
  }),
  start(["vite", "web", "--port", INTERFACE_PORT, "--strictPort", "--clearScreen", "false"], { PORT: SERVER_PORT }),
];

console.log(`Open http://localhost:${INTERFACE_PORT} once both have started. Ctrl-C stops them.`);

for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stop(0));
for (const child of children) child.on("exit", (code) => stop(code ?? 1));

function start([program, ...args]: string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [`node_modules/.bin/${program}`, ...args], {
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
}

function stop(code: number): void {
  for (const child of children) child.kill();
  process.exitCode = code;
}
