// What is ended for good while it is in use: keys, over REST and by the command line, and a secret that notifications wait for.
import { setTimeout as sleep } from "node:timers/promises";
import { retest, type Settings } from "../../test/support/clients/run-cli.ts";
import type { Receiver } from "../../test/support/fake-tools/notify-receiver.ts";
import { type Answer, Client, type Json, now } from "../harness/client.ts";
import type { Trial } from "../harness/fault.ts";
import { waitUntil } from "../harness/wait-until.ts";

const ASKING = 8;
/** How long keys are used before they are revoked, and afterwards; longer where nobody has been answered yet. */
const BEFORE_MS = 150;
const AFTER_MS = 300;
const ANSWERED_MS = 60_000;
/** More than all servers together send to one host at once. */
const QUEUED = 12;
/** What two servers send to one host at once; and less than a receiver may take to answer. */
const HELD = 4;
const HOLD_MS = 3_000;
const SETTLED_MS = 20_000;

/** Gives how many requests began with a key that was revoked. */
export async function requireRevoked(clients: Client[], settings: Settings, report: Trial["report"]): Promise<number> {
  const [admin] = clients as [Client];
  const { id: app } = await admin.liveApp("For keys that end");
  const ways: Record<string, (id: string) => Promise<unknown>> = {
    "over REST": (id) => admin.data("DELETE", `/keys/${id}`),
    "by the command line": async (id) => {
      const { code, stderr } = await retest(["key", "revoke", id], settings);
      if (code !== 0) report(`key revoke: ${stderr}`);
    },
  };
  let late = 0;
  for (const [way, revoke] of Object.entries(ways)) {
    const { id, key } = await admin.data("POST", "/keys", { name: way, role: "tester" });
    const answers: Answer[] = [];
    let isOn = true;
    const work = async (_: unknown, i: number) => {
      const holder = new Client(key, clients[i % clients.length]!.address);
      for (let n = 0; isOn; n++, await sleep(5))
        answers.push(
          await (n % 2 === 0 ? holder.ask("GET", "/me") : holder.ask("POST", "/issues", { app, text: way })),
        );
    };
    const asking = Promise.all(Array.from({ length: ASKING }, work));
    await sleep(BEFORE_MS);
    await waitUntil(ANSWERED_MS, async () => answers.length > 0);
    const asked = now();
    await revoke(id);
    const revoked = now();
    const isLate = ({ startedAt }: Answer) => startedAt > revoked;
    await sleep(AFTER_MS);
    await waitUntil(ANSWERED_MS, async () => answers.some(isLate));
    isOn = false;
    await asking;
    const [before, after] = [answers.filter(({ endedAt }) => endedAt < asked), answers.filter(isLate)];
    for (const { status } of before) if (status >= 300) report(`a key was answered ${status} before it was revoked`);
    // An address that tries many wrong keys is told to wait.
    for (const { status } of after)
      if (![401, 429].includes(status)) report(`a key that was revoked ${way} was answered ${status}`);
    if (before.length === 0 || after.length === 0) report(`nobody asked before or after a key was revoked ${way}`);
    late += after.length;
  }
  return late;
}

/** Whether a notification has left. Where a machine is so slow that its receiver could not answer in time, it has, too. */
export function isTold(state: string, outcome: string | null): boolean {
  return state === "delivered" || (state === "failed" && outcome === "timeout");
}

/** What had not been sent when the secret was removed is cancelled; gives how many. */
export async function requireCancelled(
  client: Client,
  app: string,
  receiver: Receiver,
  report: Trial["report"],
): Promise<number> {
  const first = receiver.arrivals.length;
  const letGo = receiver.hold();
  const open = (await client.list(`/issues?app=${app}&status=open`)).slice(0, QUEUED);
  for (const { id } of open) await client.data("POST", `/issues/${id}/fix`, {});
  await waitUntil(HOLD_MS, async () => receiver.arrivals.length - first >= HELD);
  if (receiver.arrivals.length === first) report("no notification is under way");
  await client.data("DELETE", `/apps/${app}/webhook/secret`);
  const sent = new Set(receiver.arrivals.slice(first).map(({ body }) => body.issue.id));
  letGo();
  const ids = new Set(open.map(({ id }) => id));
  const told = async (): Promise<Json[]> =>
    (await client.list(`/apps/${app}/notifications?`)).filter(({ issue_id }) => ids.has(issue_id));
  const isSettled = async () => (await told()).every(({ state }) => state !== "pending" && state !== "sending");
  if (!(await waitUntil(SETTLED_MS, isSettled))) report("notifications still wait although the secret is gone");
  const notifications = await told();
  for (const { issue_id, state, outcome } of notifications)
    if (sent.has(issue_id) ? !isTold(state, outcome) : state !== "cancelled")
      report(
        `a notification ${sent.has(issue_id) ? "sent before" : "unsent when"} the secret was removed is ${state}: ${outcome}`,
      );
  if (notifications.length !== open.length) report(`${open.length} fixed, and ${notifications.length} notifications`);
  if (receiver.arrivals.length - first !== sent.size) report("something arrived although the secret is gone");
  const cancelled = notifications.filter(({ state }) => state === "cancelled").length;
  if (cancelled === 0) report("nothing waited when the secret was removed");
  return cancelled;
}
