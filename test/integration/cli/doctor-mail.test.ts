// What the doctor notices of mails: rows that can't be, people that don't exist, and mails that nobody will ever send.
import { describe, expect, test } from "vitest";
import { join } from "../../support/clients/person-client.ts";
import { meddle } from "../../support/database/change-rows.ts";
import { DATABASES } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

const HOUR = 3_600_000;

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const add = async (fields: Record<string, string | number | null>) => {
    const { id: person_id } = await join(world);
    const row: Record<string, string | number | null> = {
      id: `mail_${person_id}`,
      workspace_id: world.store.workspace.id,
      kind: "reset",
      person_id,
      state: "pending",
      attempts: 0,
      due_at: Date.now(),
      created_at: Date.now(),
      ...fields,
    };
    const values = Object.values(row).map((value) => (typeof value === "string" ? `'${value}'` : `${value}`));
    await meddle(world, `insert into mail (${Object.keys(row).join(", ")}) values (${values.join(", ")})`);
    return person_id;
  };
  const found = async () => {
    const problems = await world.problems();
    await meddle(world, "delete from mail");
    await meddle(world, "delete from inbox_mail");
    await meddle(world, "delete from email_link");
    return problems;
  };

  test("mails in every state that servers leave them in are as they should be", async () => {
    const now = Date.now();
    await add({});
    await add({ attempts: 1, due_at: now + 120_000 });
    await add({ attempts: 8, due_at: now + 12 * HOUR, outcome: "connect: no route" });
    await add({ kind: "inbox", since: now, due_at: now + 24 * HOUR });
    await add({ state: "sent", attempts: 1, finished_at: now, outcome: "250 ok" });
    await add({ kind: "email_changed", old_address: "old@example.com" });
    await add({ kind: "invitation", person_id: null, invitation_id: "inv_gone", state: "cancelled", finished_at: now });
    expect(await found()).toEqual([]);
  });

  test.each([
    ["of no kind", { kind: "letter" }, /of no kind/],
    ["that is over and waits", { finished_at: 1 }, /wait and are over/],
    ["that was sent and never tried", { state: "sent", finished_at: 1 }, /sent and never tried/],
    ["for nobody", { person_id: null }, /for nobody/],
    ["about an inbox since no time", { kind: "inbox" }, /don't say since when/],
    ["that still has the old address", { state: "failed", finished_at: 1, old_address: "a@x.org" }, /keep an address/],
    ["to a person who doesn't exist", { person_id: "per_0" }, /person or a workspace that doesn't exist/],
    ["of a workspace that doesn't exist", { workspace_id: "wsp_0" }, /person or a workspace that doesn't exist/],
    ["taken for ever", { attempts: 1, due_at: Date.now() + HOUR }, /taken for longer than any may/],
    ["taken and forgotten", { attempts: 1, due_at: Date.now() - 25 * HOUR }, /no other has tried again/],
    ["that is not due for days", { due_at: Date.now() + 48 * HOUR }, /wait for longer/],
  ])("a mail %s", async (_, fields, sentence) => {
    await add(fields as Record<string, string | number | null>);
    expect(await found()).toEqual([expect.stringMatching(sentence)]);
  });

  test("two mails about one inbox, choices that there are not, and links for nobody", async () => {
    const id = await add({ kind: "inbox", since: 1 });
    await add({ kind: "inbox", since: 1, person_id: id });
    await meddle(world, "insert into inbox_mail (person_id, choice) values ('per_0', 'weekly')");
    await meddle(world, `insert into inbox_mail (person_id, mailed_at) values ('${id}', ${Date.now() + HOUR})`);
    await meddle(world, "insert into email_link values ('per_0', '', null, 2, 1)");
    expect(await found()).toEqual([
      "every workspace: mail: rows about an inbox that wait beside another one for the same person: 1",
      "every workspace: inbox_mail: rows that name a person who doesn't exist: 1",
      "every workspace: inbox_mail: rows with a choice that there is not: 1",
      "every workspace: inbox_mail: rows of what is still to come: nothing is mailed until then: 1",
      "every workspace: email_link: rows that name a person who doesn't exist: 1",
      "every workspace: email_link: rows to no address, or that expire before they were asked for: 1",
    ]);
  });
});
