// Slack's side of an incoming webhook: takes what Slack would take, and refuses the rest in Slack's words.
import { z } from "zod";
import { type Arrival, openReceiver, type Receiver } from "./notify-receiver.ts";

const text = z.string().min(1).max(3_000);
/** Brackets only around our own links; what else could be a mention or a link is escaped. */
const marked = text.refine((said) => !/<(?!https?:\/\/[^<>|\s]+\|[^<>|]+>)/.test(said), "a mention");
const mrkdwn = z.strictObject({ type: z.literal("mrkdwn"), verbatim: z.literal(true), text: marked });
const plain = z.strictObject({
  type: z.literal("plain_text"),
  emoji: z.boolean(),
  text: text.refine((said) => !/[<>]|&(?!amp;|lt;|gt;)/.test(said), "not escaped"),
});
const Message = z.strictObject({
  text: z
    .string()
    .min(1)
    .max(40_000)
    .refine((said) => !/[<>]/.test(said), "not escaped"),
  unfurl_links: z.literal(false),
  unfurl_media: z.literal(false),
  blocks: z
    .array(
      z.union([
        z.strictObject({ type: z.literal("section"), text: z.union([mrkdwn, plain]) }),
        z.strictObject({
          type: z.literal("context"),
          elements: z
            .array(z.union([mrkdwn, plain]))
            .min(1)
            .max(10),
        }),
      ]),
    )
    .min(1)
    .max(50),
});
export type SlackMessage = z.infer<typeof Message>;

export interface SlackStandIn {
  receiver: Receiver;
  url: string;
  /** What was accepted, oldest first. */
  messages: SlackMessage[];
}

export async function openSlack(): Promise<SlackStandIn> {
  const receiver = await openReceiver();
  const url = new URL("/services/T1/B1/xyz", receiver.url).href;
  const messages: SlackMessage[] = [];
  receiver.behave((response, arrival) => {
    const fault = faultOf(arrival);
    if (fault === null) messages.push(arrival.body);
    response.writeHead(fault === null ? 200 : fault === "no_service" ? 404 : 400, { "content-type": "text/html" });
    response.end(fault ?? "ok");
  });
  return { receiver, url, messages };
}

function faultOf({ method, path, headers, body }: Arrival): string | null {
  if (path !== "/services/T1/B1/xyz") return "no_service";
  if (method !== "POST" || headers["content-type"] !== "application/json") return "invalid_payload";
  return Message.safeParse(body).success ? null : "invalid_blocks";
}
