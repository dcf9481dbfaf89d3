// GET /cli.mjs: the command line for whoever has Node and this server's address, of this server's own version.
import { existsSync, readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { once } from "../../lib/async/once.ts";
import type { MountedModule } from "../pipeline/mounted-module.ts";
import type { AddressLimit } from "../pipeline/rate-limit.ts";
import { sendWebFile } from "./serve-interface.ts";
import { makeWebFile } from "./static-files.ts";

const PATH = "/cli.mjs";

/** Answers nothing when the file was not built. */
export function cliFileModule(path: string, limit: AddressLimit | null): MountedModule {
  if (!existsSync(path)) return { paths: {}, mount: () => {} };
  const file = once(() => makeWebFile("text/javascript; charset=utf-8", readFileSync(path, "utf8")));
  return {
    paths: { [PATH]: ["GET", "HEAD"] },
    mount(server: FastifyInstance) {
      server.route({
        method: ["GET", "HEAD"],
        url: PATH,
        handler: async (request, reply) => {
          limit?.admit(request.raw);
          return sendWebFile(await file(), request, reply);
        },
      });
    },
  };
}
