// Where a comment goes besides, as whoever writes it reads that.
import { expect, test } from "vitest";
import { goesToText } from "../../../web/src/pages/issues/data/goes-to-text.ts";

const item = { external_id: "9", url: null, state: "open" } as const;

test("whoever writes a comment reads in which trackers it will stand, too", () => {
  const jira = { ...item, tool: "jira", name: "NIMB-87", comments: true } as const;
  const github = { ...item, tool: "github", name: null, comments: true } as const;
  expect(goesToText([jira, github])).toBe("Also sent to Jira (NIMB-87) and GitHub (9). ");
  expect(goesToText([{ ...jira, comments: false }])).toBe("");
  expect(goesToText([])).toBe("");
});
