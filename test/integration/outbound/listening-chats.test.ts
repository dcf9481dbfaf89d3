// Chats that only listen: each is told what happens to issues in messages of its own form, in which nothing that people wrote is markup.
import type { RESTPostAPIWebhookWithTokenJSONBody } from "discord-api-types/v10";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { IssueEvent } from "../../../src/domain/connections/connection.ts";
import { discordMessage } from "../../../src/integrations/discord/forwarder.ts";
import { googleChatMessage } from "../../../src/integrations/googlechat/forwarder.ts";
import { matrixMessage } from "../../../src/integrations/matrix/forwarder.ts";
import { mattermostMessage } from "../../../src/integrations/mattermost/forwarder.ts";
import type { Tool } from "../../../src/integrations/tool-registry.ts";
import { connect } from "../../support/clients/connection-client.ts";
import { issueClientOf } from "../../support/clients/issue-client.ts";
import { openReceiver, type Receiver } from "../../support/fake-tools/notify-receiver.ts";
import { HOSTILE_TEXTS, issueEvent, KINDS } from "../../support/samples/told-events.ts";
import { DATABASES } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

/** By the limits and names that each vendor documents. */
const SHAPES = {
  discord: z.strictObject({
    allowed_mentions: z.strictObject({ parse: z.tuple([]) }),
    embeds: z.tuple([
      z.strictObject({
        title: z.string().min(1).max(256),
        url: z.url().optional(),
        description: z.string().min(1).max(4_096),
        fields: z
          .array(
            z.strictObject({
              name: z.string().min(1).max(256),
              value: z.string().min(1).max(1_024),
              inline: z.boolean(),
            }),
          )
          .max(25),
      }),
    ]),
  }),
  mattermost: z.strictObject({
    attachments: z.tuple([
      z.strictObject({
        fallback: z.string().min(1),
        title: z.string().min(1),
        title_link: z.url().optional(),
        text: z.string().min(1),
        fields: z.array(z.strictObject({ title: z.string().min(1), value: z.string().min(1), short: z.boolean() })),
      }),
    ]),
  }),
  googlechat: z.strictObject({
    fallbackText: z.string().min(1),
    thread: z.strictObject({ threadKey: z.string() }).optional(),
    cardsV2: z.tuple([
      z.strictObject({
        cardId: z.string(),
        card: z.strictObject({
          header: z.strictObject({ title: z.string().min(1) }),
          sections: z.tuple([
            z.strictObject({
              widgets: z.array(
                z.union([
                  z.strictObject({ textParagraph: z.strictObject({ text: z.string().min(1) }) }),
                  z.strictObject({
                    decoratedText: z.strictObject({
                      topLabel: z.string(),
                      text: z.string().min(1),
                      wrapText: z.boolean(),
                    }),
                  }),
                  z.strictObject({
                    buttonList: z.strictObject({
                      buttons: z.array(
                        z.strictObject({
                          text: z.string(),
                          onClick: z.strictObject({ openLink: z.strictObject({ url: z.url() }) }),
                        }),
                      ),
                    }),
                  }),
                ]),
              ),
            }),
          ]),
        }),
      }),
    ]),
  }),
  matrix: z.strictObject({
    msgtype: z.literal("m.notice"),
    "m.mentions": z.strictObject({}),
    body: z.string().min(1),
    format: z.literal("org.matrix.custom.html"),
    formatted_body: z.string().min(1),
  }),
};

const MESSAGE = {
  discord: (one: IssueEvent): RESTPostAPIWebhookWithTokenJSONBody => discordMessage(one),
  mattermost: mattermostMessage,
  googlechat: googleChatMessage,
  matrix: matrixMessage,
};
type Chat = keyof typeof MESSAGE;

/** What a reader of the chat would take for markup or a mention, in what people wrote. */
function markupIn(chat: Chat, said: object): string[] {
  const texts: string[] = [];
  JSON.stringify(said, (name, value) => {
    if (typeof value === "string" && (chat !== "matrix" || name === "formatted_body")) texts.push(value);
    return value;
  });
  const isHtml = chat === "matrix" || chat === "googlechat";
  return texts
    .filter((text) => !/^https:/.test(text))
    .map((text) =>
      isHtml
        ? text.replaceAll(/<br>|<\/?b>|<a href="https:[^"<>]*">|<\/a>/g, "")
        : text.replaceAll(/\\[\\`*_~[\]()#|!>+\-.]/g, ""),
    )
    .filter((text) => (isHtml ? /[<>]/.test(text) : /[`*_~[\]#|>]|@\w|^\s*(?:[-+]|\d+[.)])/m.test(text)));
}
const CHATS = Object.keys(MESSAGE) as Chat[];

describe.each(CHATS)("%s", (chat) => {
  test.each(KINDS)("takes the message of %s", (kind) => {
    const said = MESSAGE[chat](issueEvent(kind === "commented" ? {} : { link: null, check: null }, kind));
    expect(SHAPES[chat].safeParse(said).error).toBeUndefined();
    expect(JSON.stringify(said)).toContain(kind === "test" ? "A test from Retest" : "NIM-42");
  });

  test.each(HOSTILE_TEXTS)("shows what people wrote as it was written, and nothing of it as markup: %s", (text) => {
    const said = MESSAGE[chat](issueEvent({ text, title: text.split("\n")[0]! }));
    expect(SHAPES[chat].safeParse(said).error).toBeUndefined();
    expect(markupIn(chat, said)).toEqual([]);
  });

  test("cuts what is longer than it takes", () => {
    const long = "word ".repeat(2_000);
    const said = MESSAGE[chat](
      issueEvent({ text: long, title: long, link: `https://pager.example/${"x".repeat(2_000)}` }),
    );
    expect(SHAPES[chat].safeParse(said).error).toBeUndefined();
  });
});

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const issueClient = issueClientOf(world);
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await openReceiver();
  });
  afterAll(() => receiver.close());

  test.each(CHATS)("%s hears of an issue's life, in order", async (chat) => {
    const app = await world.app({ mode: "live" });
    const hook = new URL(`/${kind}/${chat}?key=k&token=t`, receiver.url).href;
    const fields =
      chat === "matrix"
        ? {
            settings: { homeserver_url: new URL(`/${kind}/`, receiver.url).href, room: "!r:example.org" },
            credentials: { access_token: "syt_secret" },
          }
        : { credentials: { webhook_url: hook } };
    const connection = await connect(world, app.id, chat satisfies Tool, fields);
    expect((await connection.read()).url).toBeNull();
    const from = receiver.arrivals.length;
    const { id } = await issueClient.raise(app, { check: undefined });
    await issueClient.fix(id);
    expect((await connection.settled()).map(({ kind: what, state }) => `${what} ${state}`)).toEqual([
      "fixed delivered",
      "raised delivered",
    ]);
    const arrived = receiver.arrivals.slice(from);
    for (const { body } of arrived) expect(SHAPES[chat].safeParse(body).error).toBeUndefined();
    const [first, second] = arrived;
    if (chat === "matrix") {
      expect(first).toMatchObject({ method: "PUT", headers: { authorization: "Bearer syt_secret" } });
      expect(first!.path).toMatch(
        /^\/(?:sqlite|postgres)\/_matrix\/client\/v3\/rooms\/!r%3Aexample.org\/send\/m.room.message\/con_/,
      );
      expect(second!.path).not.toBe(first!.path);
    } else expect(first!.path).toContain(`/${kind}/${chat}?key=k&token=t`);
  });
});
