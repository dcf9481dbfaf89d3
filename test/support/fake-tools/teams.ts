// A workflow of Teams that posts the card it is sent: takes what the workflow would take.
import { z } from "zod";
import { type Arrival, openReceiver, type Receiver } from "./notify-receiver.ts";

const MAX_CARD_BYTES = 28_000;
/** Text that a card reads as Markdown: nothing in it is emphasis, a link or code. */
const markdown = z
  .string()
  .min(1)
  .refine((text) => !/[<>*_[\]`~#|]/.test(text.replaceAll(/\\[\\*_[\]`~#|!()]/g, "")), "markup");
const Message = z.strictObject({
  type: z.literal("message"),
  attachments: z.tuple([
    z.strictObject({
      contentType: z.literal("application/vnd.microsoft.card.adaptive"),
      contentUrl: z.null(),
      content: z.strictObject({
        $schema: z.literal("http://adaptivecards.io/schemas/adaptive-card.json"),
        type: z.literal("AdaptiveCard"),
        version: z.enum(["1.2", "1.3", "1.4"]),
        body: z.tuple([
          z.object({ type: z.literal("TextBlock"), text: markdown, wrap: z.literal(true) }),
          z.strictObject({
            type: z.literal("RichTextBlock"),
            inlines: z.tuple([z.strictObject({ type: z.literal("TextRun"), text: z.string().min(1) })]),
          }),
          z.strictObject({
            type: z.literal("FactSet"),
            facts: z.array(z.strictObject({ title: z.string().min(1), value: markdown })).min(1),
          }),
        ]),
        actions: z.array(z.strictObject({ type: z.literal("Action.OpenUrl"), title: z.string(), url: z.url() })),
      }),
    }),
  ]),
});
export type TeamsMessage = z.infer<typeof Message>;

export interface TeamsStandIn {
  receiver: Receiver;
  url: string;
  /** The cards that were accepted, oldest first. */
  cards: TeamsMessage["attachments"][0]["content"][];
}

const PATH = "/workflows/1f/triggers/manual/paths/invoke?api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=a-b_c";

export async function openTeams(): Promise<TeamsStandIn> {
  const receiver = await openReceiver();
  const cards: TeamsStandIn["cards"] = [];
  receiver.behave((response, arrival) => {
    const status = statusOf(arrival);
    if (status === 202) cards.push((arrival.body as TeamsMessage).attachments[0].content);
    response.writeHead(status).end();
  });
  return { receiver, url: new URL(PATH, receiver.url).href, cards };
}

/** The address carries its own signature: one that lost a character is refused. */
function statusOf({ method, path, headers, bytes, body }: Arrival): number {
  if (path !== PATH) return 401;
  if (method !== "POST" || headers["content-type"] !== "application/json") return 400;
  return bytes.length <= MAX_CARD_BYTES && Message.safeParse(body).success ? 202 : 400;
}
