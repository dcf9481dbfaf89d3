// /webhook-templates
import * as z from "zod";
import { TEMPLATE_REGISTRY } from "../../../integrations/template-registry.ts";
import { dataOf, presentData } from "../../../wire/envelope.ts";
import { presentWebhookTemplate, WebhookTemplateSchema } from "../../../wire/webhook/webhook-template.ts";
import { type Route, route } from "../../pipeline/route.ts";

const ALL = presentData(JSON.stringify(TEMPLATE_REGISTRY.map(presentWebhookTemplate)));

export const webhookTemplateRoutes: Route[] = [
  route({
    method: "GET",
    path: "/webhook-templates",
    summary: "List the templates that fill in a custom mapping, each with how to set its tool up",
    role: "viewer",
    response: dataOf(z.array(WebhookTemplateSchema)),
    handle: async () => ({ body: ALL }),
  }),
];
