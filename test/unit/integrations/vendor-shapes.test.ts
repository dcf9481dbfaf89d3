// What we send to tools has the shapes that their vendors publish, and so have the samples of what they send: those of the vendors whose
// packages are small are held against them here, the others by `npm run vendors`.
import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { teamsMessage } from "../../../src/integrations/teams/forwarder.ts";
import { issueEvent, TOLD_EVENTS } from "../../support/samples/told-events.ts";
import { askedBy } from "../../support/vendors/graphql-selection.ts";
import { type TypedValue, typeErrors } from "../../support/vendors/type-errors.ts";
import { isInstalled, VENDOR_SHAPES } from "../../support/vendors/vendor-shapes.ts";

const HELD = VENDOR_SHAPES.filter((shape) => isInstalled(shape.package));
const valuesOf = async (): Promise<TypedValue[]> =>
  (await Promise.all(HELD.map(async (shape) => (await shape.values()).map((value) => ({ ...shape, value }))))).flat();

test("all that is sent, and what is heard, is of the vendors' own types", async () => {
  const values = await valuesOf();
  expect(new Set(values.map(({ what }) => what))).toEqual(new Set(HELD.map(({ what }) => what)));
  expect(typeErrors(values)).toEqual([]);
});

test("a field that the vendor does not have is found, in each of them", async () => {
  const wrong = HELD.map(async (shape) => {
    const [value] = await shape.values();
    const withMore = Array.isArray(value) ? [{ ...value[0], notTheirs: 1 }] : { ...(value as object), notTheirs: 1 };
    return { ...shape, value: withMore };
  });
  const errors = typeErrors(await Promise.all(wrong));
  expect(HELD.filter(({ what }) => !errors.some((error) => error.startsWith(`${what} (`)))).toEqual([]);
});

test("what a GraphQL document asks for is read with its arguments", () => {
  const document = "query Q($a: ID!) { teams(filter: { or: [{ key: { eq: $a } }] }, first: 1) { nodes { id } } }";
  const args = { filter: { or: [{ key: { eq: "x" } }] }, first: 1 };
  expect(askedBy(document, { a: "x" })).toEqual({ fields: { teams: { nodes: { id: true } } }, args });
});

describe("Microsoft's own reader of cards", () => {
  // Its modules name each other in a way that Node does not follow; this is all of it in one file.
  const cards: typeof import("adaptivecards") = createRequire(import.meta.url)("adaptivecards/dist/adaptivecards.js");
  const read = (content: object) => {
    const card = new cards.AdaptiveCard();
    const context = new cards.SerializationContext(cards.Versions.v1_4);
    card.parse(content, context);
    const said = Array.from({ length: context.eventCount }, (_, i) => context.getEventAt(i).message);
    return {
      complaints: [...said, ...card.validateProperties().validationEvents.map(({ message }) => message)],
      kept: card.toJSON(),
    };
  };

  test("takes every card, of the version that it says, and leaves nothing of it out", () => {
    for (const event of TOLD_EVENTS) {
      const { content } = teamsMessage(event).attachments[0]!;
      const { complaints, kept } = read(content);
      expect(complaints).toEqual([]);
      const { actions, ...rest } = content;
      expect(kept).toEqual(actions.length === 0 ? rest : content);
    }
  });

  test("complains of a card that is none", () => {
    const { content } = teamsMessage(issueEvent()).attachments[0]!;
    expect(read({ ...content, body: [{ type: "Foo" }] }).complaints).toHaveLength(1);
    expect(read({ ...content, actions: [{ type: "Action.OpenUrl", title: "x" }] }).complaints).toHaveLength(1);
  });
});
