// A Caddy with the configuration that is shipped, in front of servers.
import { spawn } from "node:child_process";
import { freePort } from "../../test/support/machine/free-port.ts";
import { waitUntil } from "./wait-until.ts";

/** Starts Caddy, and resolves when it passes requests on; `folder` is for its files. */
export async function startCaddy(servers: string[], folder: string): Promise<{ address: string; stop(): void }> {
  const port = await freePort();
  const env = {
    ...process.env,
    RETEST_SITE: `:${port}`,
    RETEST_SERVERS: servers.map((address) => address.slice("http://".length)).join(" "),
    HOME: folder,
  };
  const config = new URL("../../deploy/Caddyfile", import.meta.url).pathname;
  const caddy = spawn("caddy", ["run", "--config", config], { env, stdio: "ignore" });
  const address = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  const stop = () => void caddy.kill();
  if (await waitUntil(30_000, isReady)) return { address, stop };
  stop();
  throw new Error("Caddy does not answer");
}
