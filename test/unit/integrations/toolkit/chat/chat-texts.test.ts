// The parts of the chat tools' intake one by one: what is plain, what is a command, and whose signature it is.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { slackIntake } from "../../../../../src/integrations/slack/intake.ts";
import { escapeMrkdwn, mrkdwnLink } from "../../../../../src/integrations/slack/mrkdwn.ts";
import { plainSlackText } from "../../../../../src/integrations/slack/plain-text.ts";
import { escapeCardText } from "../../../../../src/integrations/teams/card-text.ts";
import { teamsIntake } from "../../../../../src/integrations/teams/intake.ts";
import { plainTeamsText } from "../../../../../src/integrations/teams/plain-text.ts";
import { readCommand } from "../../../../../src/integrations/toolkit/chat/read-command.ts";
import type { ToolRequest } from "../../../../../src/integrations/toolkit/tool-intake.ts";
import { bodyOf } from "../../../../support/samples/payload-samples.ts";
import { TEAMS_TOKEN } from "../../../../support/samples/signed-as-tool.ts";

describe("Slack's writing", () => {
  test.each([
    ["plain", "plain"],
    ["<@U1>", "@U1"],
    ["<@U1|mara>", "@mara"],
    ["<#C1|>", "#C1"],
    ["<!here|here> <!channel> <!everyone>", "@here @channel @everyone"],
    ["<!subteam^S1|@qa> <!subteam^S2>", "@qa @subteam"],
    ["<!date^1392734382^{date}|yesterday>", "yesterday"],
    ["<https://a.example>", "https://a.example"],
    ["<https://a.example|a.example>", "https://a.example"],
    ["<https://a.example|https://a.example/>", "https://a.example"],
    ["<https://a.example/|here &amp; there>", "here & there (https://a.example/)"],
    ["<mailto:a@b.example|a@b.example> <tel:+1|+1>", "a@b.example +1"],
    ["&amp;lt; &lt;@U1&gt;", "&lt; <@U1>"],
    ["a < b, List<String>, <x", "a < b, List<String>, <x"],
    ["<javascript:alert(1)|x>", "<javascript:alert(1)|x>"],
    ["<@U1\n>", "<@U1\n>"],
  ])("%j is %j", (text, plain) => {
    expect(plainSlackText(text)).toBe(plain);
  });

  test("what is escaped for Slack reads as it was written, and never opens a bracket", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const escaped = escapeMrkdwn(text, 1_000_000);
        expect(escaped).not.toMatch(/[<>]/);
        expect(plainSlackText(escaped)).toBe(text);
      }),
    );
  });

  test("a text is cut between characters, to the limit of what is escaped", () => {
    expect(escapeMrkdwn("abc", 3)).toBe("abc");
    expect(escapeMrkdwn("abcd", 3)).toBe("ab…");
    expect(escapeMrkdwn("a&b", 6)).toBe("a…");
    expect(escapeMrkdwn("😀😀", 3)).toBe("😀…");
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 1, max: 20 }), (text, limit) => {
        const escaped = escapeMrkdwn(text, limit);
        expect(escaped.length).toBeLessThanOrEqual(limit);
        expect(escaped).not.toMatch(/&[a-z]*(?:…|$)/);
      }),
    );
  });

  test("a link's address can't end it", () => {
    expect(mrkdwnLink("https://a.example/?a|b>c&d", "x|<y>")).toBe("<https://a.example/?a%7Cb&gt;c&amp;d|x|&lt;y&gt;>");
  });
});

test.each([
  ["*a* _b_ [c](d) `e` ~f~", "\\*a\\* \\_b\\_ \\[c\\]\\(d\\) \\`e\\` \\~f\\~"],
  ["- a", "\\- a"],
  ["+ a", "\\+ a"],
  ["12. a", "12\\. a"],
  ["3.5 of 12 - 4", "3\\.5 of 12 - 4"],
  ["<b>&amp;", "&lt;b&gt;&amp;amp;"],
  ["a\\*", "a\\\\\\*"],
  ["plain.", "plain."],
])("on a card %j is written %j", (text, escaped) => {
  expect(escapeCardText(text)).toBe(escaped);
});

test("whatever Teams sends is made plain without a failure", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("<", ">", "/", "at", "br", "&", "#", ";", "a", " ", "x1") }),
      (html) => {
        const { text } = plainTeamsText(html);
        expect(text.length).toBeLessThanOrEqual(html.length + 1);
      },
    ),
  );
});

describe("a command", () => {
  const apps = ["Shop", "Shop: Web", "Shop / Admin", "Bank"].map((name) => ({ name }));
  test.each([
    ["Shop: a", "Shop", null, "a"],
    ["SHOP:a", "Shop", null, "a"],
    ["Shop : a", "Shop", null, "a"],
    ["Shop： a", "Shop", null, "a"],
    ["shop: web: a", "Shop: Web", null, "a"],
    ["Shop / Admin: a", "Shop / Admin", null, "a"],
    ["Shop / Admin / A-1: a", "Shop / Admin", "A-1", "a"],
    ["Shop / SIGN-1: a: b", "Shop", "SIGN-1", "a: b"],
    ["Shop/Exact title :a\nb", "Shop", "Exact title", "a\nb"],
    ["Shop", "Shop", null, ""],
    ["Shop:", "Shop", null, ""],
    ["Shop / : a", null, null, "Shop / : a"],
    ["Shop / no check", null, null, "Shop / no check"],
    ["Shop is down: a", null, null, "Shop is down: a"],
    ["Shopping: a", null, null, "Shopping: a"],
    ["Shop :smile: a", null, null, "Shop :smile: a"],
    ["help me", null, null, "help me"],
    ["  a  ", null, null, "a"],
  ])("%j names %j and %j, and says %j", (said, app, check, text) => {
    const command = readCommand(said, apps);
    expect(command && { ...command, app: command.app?.name ?? null }).toEqual({ app, check, text });
  });

  test.each(["", " \n", "help", "Help", "?", "\0"])("%j asks for help", (said) => {
    expect(readCommand(said, apps)).toBeNull();
  });
});

describe("known answers", () => {
  const request = (bytes: Buffer, headers: Record<string, string>, now: number, credentials: Record<string, string>) =>
    ({ bytes, headers, now, credentials, contentType: undefined }) as unknown as ToolRequest;

  test.each([
    [
      "Slack's published example",
      "8f742231b10e8888abcd99yyyzzz85a5",
      "1531420618",
      Buffer.from(
        "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c",
      ),
      "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
    ],
    [
      "the sample",
      "nimbus-signing-secret-0001",
      "1772439295",
      bodyOf("slack-slash.txt"),
      "v0=2acda3ef404783e01874cfeb33cdaf4f09e41590d76677ba315884387b3538b6",
    ],
  ])("%s is signed as computed", (_, secret, stamp, bytes, signature) => {
    const headers = { "x-slack-request-timestamp": stamp, "x-slack-signature": signature };
    const at = (seconds: number) => () =>
      slackIntake.verify(request(bytes, headers, (Number(stamp) + seconds) * 1_000, { signing_secret: secret }));
    for (const near of [0, 300, -300]) expect(at(near)).not.toThrow();
    for (const far of [301, -301]) expect(at(far)).toThrow();
  });

  test("the sample of Teams is signed as computed", () => {
    const headers = { authorization: "HMAC 6VtZkIyT0B5HKEyFGtHvT9R0i2kIzb8KYqDqizt61v4=" };
    const verify = (bytes: Buffer) => () =>
      teamsIntake.verify(request(bytes, headers, 0, { security_token: TEAMS_TOKEN }));
    expect(verify(bodyOf("teams-outgoing.json"))).not.toThrow();
    expect(verify(Buffer.from("{}"))).toThrow();
  });
});
