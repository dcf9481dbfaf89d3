// What is large and nothing else: the runbook of a large app, and a test run as large as one may be. Nobody waits for them either.

import { bigRun, bigRunbook } from "../../test/support/clients/big-run.ts";
import { call } from "../../test/support/clients/run-cli.ts";
import type { HostileRequest } from "./hostile-request.ts";

const CASES = 10_000;

export async function largeRequests(address: string, key: string): Promise<HostileRequest[]> {
  const made = async (path: string, body: unknown) => (await call(address, key, "POST", path, body)).data;
  const { id: runbook } = await made("/apps", {
    name: "2,000 checks",
    platforms: ["a", "b", "c", "d"].map((code) => ({ code })),
    sections: Array.from({ length: 20 }, (_, section) => ({
      title: `Section ${section}`,
      checks: Array.from({ length: 100 }, (_, i) => ({ title: `A check with a title of ordinary length ${i}` })),
    })),
  });
  const tested = await made("/apps/import", bigRunbook("Tested", CASES));
  const run = bigRun(CASES);
  const authorization = `Bearer ${key}`;
  return [
    {
      kind: "large requests",
      what: "the runbook of 2,000 checks on 4 platforms",
      send: () => call(address, key, "GET", `/apps/${runbook}/runbook`),
    },
    {
      kind: "large requests",
      what: "a test run of 10,000 cases",
      send: async () => {
        const path = `${address}/api/v1/results/junit?app=${tested.app.id}`;
        const answer = await fetch(path, { method: "POST", headers: { authorization }, body: run });
        if (answer.status !== 201) throw new Error(await answer.text());
        await answer.arrayBuffer();
      },
    },
  ];
}
