// The modules beside the API: what other tools, assistants, readers of badges and browsers come in by.
import { existsSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import type { Logger } from "pino";
import { WEBHOOK_PATH } from "../domain/webhook/webhook-secrets.ts";
import type { MountedModule } from "../http/pipeline/mounted-module.ts";
import type { Services } from "../http/pipeline/services.ts";
import { referenceModule } from "../http/reference/reference-module.ts";
import { unsubscribeModule } from "../http/routes/mail/unsubscribe.ts";
import { badgeModule } from "../http/routes/status/public-badge.ts";
import { oauthModule } from "../http/sign-in/oauth-endpoints.ts";
import { oidcModule } from "../http/sign-in/oidc-endpoints.ts";
import { clientAddress } from "../http/transport/client-address.ts";
import { cliFileModule } from "../http/web/cli-file.ts";
import { interfaceModule } from "../http/web/serve-interface.ts";
import { mountConnectedTools, TOOL_PATHS } from "../intake/connected-tools/route.ts";
import type { ToolDeps } from "../intake/connected-tools/tool-receiver.ts";
import { mountSdkRoutes, SDK_PATHS } from "../intake/sentry-sdk/route.ts";
import { mountWebhook, type WebhookDeps } from "../intake/webhook/route.ts";
import { VERSION } from "../lib/version.ts";
import { MCP_PATH, mountMcp } from "../mcp/route.ts";

/** What the modules for other tools need beside what the routes do. */
interface Others {
  webhook: WebhookDeps;
  call: ToolDeps["call"];
  /** Requests a minute that each connected tool may make; 0 means any number. */
  toolRate: number;
}

export function mountedModules(
  services: Services,
  { webhook, call, toolRate }: Others,
  logger: Logger,
): MountedModule[] {
  const { reader, performer, cipher, clock, baseUrl, rates, publicLimit, ticks } = services;
  const addressOf = (request: IncomingMessage) => clientAddress(request, services.trustedProxies);
  const toolDeps = { reader, performer, cipher, clock, call, ticks, rates, toolRate, addressOf };
  return [
    {
      mount: (server) => mountWebhook(server, webhook),
      paths: { [`${WEBHOOK_PATH}/:token`]: ["POST"] },
    },
    { mount: (server) => mountConnectedTools(server, toolDeps), paths: TOOL_PATHS },
    { mount: (server) => mountSdkRoutes(server, toolDeps), paths: SDK_PATHS },
    {
      mount: (server, internalCalls) =>
        mountMcp(server, {
          reader,
          ticks,
          baseUrl,
          version: VERSION,
          admit: (request, reply) => internalCalls.admit(request, reply, "mcp"),
          onError: (error) => logger.error({ err: error }, "a request of an assistant failed"),
        }),
      paths: { [MCP_PATH]: ["POST"] },
    },
    oidcModule(services),
    oauthModule(services),
    unsubscribeModule(services),
    badgeModule(reader, publicLimit),
    referenceModule(baseUrl, publicLimit),
    cliFileModule(built("cli.mjs"), publicLimit),
    interfaceModule(built("web")),
  ];
}

/** The file that the build makes, which is beside this one in dist. */
function built(name: string): string {
  const beside = join(import.meta.dirname, name);
  return existsSync(beside) ? beside : join(import.meta.dirname, "../../dist", name);
}
