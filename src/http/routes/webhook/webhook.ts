// /apps/:id/webhook
import {
  changeWebhook,
  openWebhook,
  replaceWebhookUrl,
  setWebhookSecret,
} from "../../../actions/webhook/configure-webhook.ts";
import { requirePlatforms } from "../../../domain/apps/platforms.ts";
import { MAX_PREVIEW_BYTES } from "../../../domain/limits.ts";
import { compileMapping } from "../../../domain/mapping/mapping.ts";
import { pickSection } from "../../../domain/runbook/find-by-name.ts";
import { makeToken, sealSecret, webhookUrl } from "../../../domain/webhook/webhook-secrets.ts";
import { HOUR_MS } from "../../../lib/clock.ts";
import { newSecret } from "../../../lib/crypto/token.ts";
import { windowAt } from "../../../lib/time-window.ts";
import { getAppConfig } from "../../../storage/apps/app-config.ts";
import type { App } from "../../../storage/apps/apps.ts";
import { webhookTag } from "../../../storage/etags.ts";
import { listSections } from "../../../storage/runbook/sections.ts";
import { getDelivery } from "../../../storage/webhook/deliveries.ts";
import { findWebhook, type Webhook } from "../../../storage/webhook/webhooks.ts";
import { deliveryScope, findCount } from "../../../storage/workspace/counters.ts";
import { dataOf, presentData } from "../../../wire/envelope.ts";
import { PreviewBody, PreviewSchema, presentPreview } from "../../../wire/webhook/preview.ts";
import {
  ChangeWebhookBody,
  NewSecretSchema,
  presentWebhook,
  SecretBody,
  WebhookSchema,
} from "../../../wire/webhook/webhook-config.ts";
import { authorOf } from "../../pipeline/audit-author.ts";
import { requireReceiver } from "../../pipeline/require-callable-url.ts";
import { type Call, type Route, route } from "../../pipeline/route.ts";
import { liveApp } from "./require-live-app.ts";

export const webhookRoutes: Route[] = [
  route({
    method: "GET",
    path: "/apps/:id/webhook",
    summary: "Get the configuration of an app's incoming webhook",
    role: "admin",
    subject: "app",
    response: dataOf(WebhookSchema),
    handle: async (call) => present(call, await open(call, await liveApp(call))),
  }),
  route({
    method: "PATCH",
    path: "/apps/:id/webhook",
    summary: "Change the configuration of an app's incoming webhook",
    role: "admin",
    subject: "app",
    conditional: true,
    body: ChangeWebhookBody,
    response: dataOf(WebhookSchema),
    async handle(call) {
      const { body, services, actor, request } = call;
      const app = await liveApp(call);
      if (body.mapping !== undefined) compileMapping(body.mapping);
      if (typeof body.notify_url === "string") await requireReceiver(services, "notify_url", body.notify_url);
      await open(call, app);
      const input = {
        actor,
        app: app.id,
        change: {
          ...(body.enabled === undefined ? {} : { enabled: body.enabled }),
          ...(body.preset === undefined ? {} : { preset: body.preset }),
          ...(body.mapping === undefined ? {} : { mapping: body.mapping }),
          ...(body.default_platforms === undefined ? {} : { defaultPlatforms: body.default_platforms }),
          ...(body.default_priority === undefined ? {} : { defaultPriority: body.default_priority }),
          ...(body.default_section === undefined ? {} : { defaultSection: body.default_section }),
          ...(body.recoveries === undefined ? {} : { recoveries: body.recoveries }),
          ...(body.notify_url === undefined ? {} : { notifyUrl: body.notify_url }),
        },
        ifMatch: request.headers["if-match"],
      };
      return present(call, await services.performer.perform(changeWebhook, input, authorOf(call)));
    },
  }),
  route({
    method: "POST",
    path: "/apps/:id/webhook/url",
    summary: "Regenerate the webhook's URL; the old one stops working at once",
    role: "admin",
    subject: "app",
    response: dataOf(WebhookSchema),
    async handle(call) {
      const app = await liveApp(call);
      await open(call, app);
      const { actor, services } = call;
      const input = { actor, app: app.id, ...makeToken(services.cipher, app.id) };
      return present(call, await services.performer.perform(replaceWebhookUrl, input, authorOf(call)));
    },
  }),
  route({
    method: "PUT",
    path: "/apps/:id/webhook/secret",
    summary: "Set or replace the signing secret; a generated one is shown only once",
    role: "admin",
    subject: "app",
    body: SecretBody,
    bodyOptional: true,
    response: dataOf(NewSecretSchema),
    async handle(call) {
      const app = await liveApp(call);
      await open(call, app);
      const { actor, services, body } = call;
      const plain = body.secret ?? newSecret();
      const secret = sealSecret(services.cipher, app.id, plain);
      const input = { actor, app: app.id, secret };
      const webhook = await services.performer.perform(setWebhookSecret, input, authorOf(call));
      return present(call, webhook, body.secret === undefined ? { secret: plain } : {});
    },
  }),
  route({
    method: "DELETE",
    path: "/apps/:id/webhook/secret",
    summary: "Remove the signing secret, and the notify URL with it",
    role: "admin",
    subject: "app",
    response: null,
    async handle(call) {
      const app = await liveApp(call);
      await open(call, app);
      const { actor, services } = call;
      await services.performer.perform(setWebhookSecret, { actor, app: app.id, secret: null }, authorOf(call));
      return { status: 204, body: null };
    },
  }),
  route({
    method: "POST",
    path: "/apps/:id/webhook/preview",
    summary: "Preview the issue that a payload would raise, without raising it",
    role: "admin",
    subject: "app",
    body: PreviewBody,
    bodyLimit: MAX_PREVIEW_BYTES,
    exactNumbers: true,
    response: dataOf(PreviewSchema),
    async handle(call) {
      const app = await liveApp(call);
      const { services, body } = call;
      if (body.mapping !== undefined) compileMapping(body.mapping);
      const webhook = await open(call, app);
      const appConfig = await getAppConfig(services.reader, app);
      const defaults = requirePlatforms(appConfig.platforms, body.default_platforms ?? [], "default_platforms");
      const { isList, reports } = await services.webhook.preview(
        {
          ...webhook,
          workspaceId: app.workspaceId,
          mode: app.mode,
          configRevision: app.configRevision,
          deliveryRate: null,
          preset: body.preset ?? (body.mapping === undefined ? webhook.preset : "custom"),
          ...(body.mapping === undefined ? {} : { mapping: JSON.stringify(body.mapping) }),
          ...(body.default_platforms === undefined ? {} : { defaultPlatforms: JSON.stringify(defaults) }),
          ...(body.default_priority === undefined ? {} : { defaultPriority: body.default_priority }),
          ...(body.default_section === undefined
            ? {}
            : { defaultSection: await sectionIdOf(call, app, body.default_section) }),
        },
        body.delivery === undefined
          ? { payload: body.payload! }
          : { delivery: await getDelivery(services.reader, app.id, body.delivery) },
      );
      return {
        body: presentData(JSON.stringify(presentPreview(reports, isList, body.recoveries ?? webhook.recoveries))),
      };
    },
  }),
];

/** Throws `not_found`, `ambiguous_section`. */
async function sectionIdOf({ services }: Pick<Call, "services">, app: App, name: string | null) {
  return name === null ? null : pickSection(await listSections(services.reader, app), name).id;
}

/** Every live app has a webhook: it is made when somebody first looks at it. */
async function open(call: Pick<Call, "services" | "actor" | "origin">, app: App): Promise<Webhook> {
  const { services, actor } = call;
  const known = await findWebhook(services.reader, app.id);
  if (known !== undefined) return known;
  const input = { actor, app: app.id, ...makeToken(services.cipher, app.id) };
  return services.performer.perform(openWebhook, input, authorOf(call));
}

async function present({ services }: Pick<Call, "services">, webhook: Webhook, more: { secret?: string } = {}) {
  const { reader, cipher, clock, baseUrl, webhookRate } = services;
  const { start, end } = windowAt(clock(), HOUR_MS);
  const used = await findCount(reader, deliveryScope(webhook.appId), start);
  const hour = { limit: webhookRate, used, resetsAt: end };
  const shown = presentWebhook(webhook, webhookUrl(cipher, baseUrl, webhook.appId, webhook.token), hour);
  // The tag covers the configuration alone: how much of the hour is used changes at any moment, so nobody may keep the answer.
  const headers = { etag: webhookTag(webhook) };
  return { body: presentData(JSON.stringify({ ...shown, ...more })), headers };
}
