// Checks that many entries name are looked up together, while others look up some of the same: what they note for everybody changes nothing.
import { describe, expect, test } from "vitest";
import { getApp } from "../../../src/storage/apps/apps.ts";
import { listCandidates } from "../../../src/storage/runbook/checks.ts";
import { listCandidatesByName } from "../../../src/storage/runbook/checks-by-name.ts";
import { interruptedReader } from "../../support/database/interrupted-reader.ts";
import { DATABASES } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);

  test("a check is found by its name even if somebody else finds it between the question and the answer", async () => {
    const { id } = await world.app();
    const { reader, workspace } = world.store;
    const app = await getApp(reader, { workspaceId: workspace.id, apps: null }, id);
    const interrupted = interruptedReader(reader, () => listCandidates(reader, app, "PAY-1"));
    const found = await listCandidatesByName(interrupted, app, new Set(["PAY-1", "SIGN-1", "NOPE"]));
    const refs = [...found].map(([name, checks]) => [name, checks.map(({ ref }) => ref)]);
    expect(Object.fromEntries(refs)).toEqual({ "PAY-1": ["PAY-1"], "SIGN-1": ["SIGN-1"] });
  });
});
