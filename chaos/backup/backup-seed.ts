// What is in the database when a backup is taken: something of all that is kept, and sendings that wait or are under way.

import type { RunningServer, Settings } from "../../test/support/clients/run-cli.ts";
import { openReceiver, type Receiver } from "../../test/support/fake-tools/notify-receiver.ts";
import { openTracker } from "../../test/support/fake-tools/trackers.ts";
import { joined } from "../../test/support/samples/joined-person.ts";
import { type Answer, type Client, deliver } from "../harness/client.ts";
import type { Trial } from "../harness/fault.ts";
import { waitUntil } from "../harness/wait-until.ts";

const CHECKS = 10;
/** Fixed issues: more than one server sends to one host at once. */
const FIXED = 4;
const SENT_AT_ONCE = 2;
const WITHIN_MS = 4_000;
/** Lets servers call the receiver and the tracker on this machine. */
export const ALLOWED = { RETEST_NOTIFY_ALLOWED_HOSTS: "127.0.0.1" };

export interface Seeded {
  app: string;
  receiver: Receiver;
  /** Makes one write, of each kind in turn. */
  write(n: number): Promise<Answer>;
  /** Keeps notifications waiting and under way, and a forward, until the function that it gives is called. */
  keepWaiting(report: Trial["report"]): Promise<() => void>;
  close(): Promise<void>;
}

export async function seed(client: Client, { address }: RunningServer, settings: Settings): Promise<Seeded> {
  const checks = Array.from({ length: CHECKS }, (_, i) => ({ ref: `C-${i}`, title: `Check ${i}` }));
  const { id: app, path } = await client.liveApp("App", { sections: [{ title: "All", checks }] });
  const { secret } = await client.data("PUT", `/apps/${app}/webhook/secret`);
  const [receiver, tracker] = await Promise.all([openReceiver(), openTracker("github")]);
  await client.data("PATCH", `/apps/${app}/webhook`, { notify_url: receiver.url });
  await joined(address, settings, "tester", "ada@example.com");
  const issue = await client.data("POST", "/issues", { app, check: "C-0", text: "Fixed, and not tested again" });
  await client.data("POST", `/issues/${issue.id}/fix`, {});
  await client.data("POST", `/issues/${issue.id}/comments`, { text: "@Ada, please test it again" });
  const { id: tracked } = await client.liveApp("Tracked");
  await client.data("POST", `/apps/${tracked}/connections`, { tool: tracker.tool, ...tracker.fields });
  const track = () => client.data("POST", "/issues", { app: tracked, text: "Forwarded" });
  await track();
  let delivered = 0;
  const raise = () => {
    const external_id = `id ${++delivered}`;
    return deliver(address + path, { title: "Delivered", source: "tool", external_id }, secret);
  };
  const check = (n: number) => `C-${n % CHECKS}`;
  const writes: ((n: number) => Promise<Answer>)[] = [
    (n) => client.ask("POST", "/issues", { app, text: `Text ${n} ${"x".repeat(500)}` }),
    (n) => client.ask("POST", "/issues", { app, check: check(n), text: `Text ${n}`, platforms: ["ios"] }),
    (n) => client.ask("POST", "/results", { app, check: check(n), outcome: "passed", platforms: ["web"] }),
    raise,
  ];
  const keepWaiting: Seeded["keepWaiting"] = async (report) => {
    const letGo = receiver.hold();
    const [sent, asked] = [receiver.arrivals.length, tracker.standIn.asked.length];
    tracker.standIn.mishap({ instead: { status: 503 } }, tracker.isCreate);
    await track();
    for (let i = 0; i < FIXED; i++) await client.data("POST", `/issues/${(await raise()).body.issue.id}/fix`, {});
    const isOn = async () =>
      receiver.arrivals.length - sent >= SENT_AT_ONCE && tracker.standIn.asked.slice(asked).some(tracker.isCreate);
    if (!(await waitUntil(WITHIN_MS, isOn))) report("nothing is being sent while the backup is taken");
    return letGo;
  };
  const close = async () => void (await Promise.all([receiver.close(), tracker.standIn.close()]));
  return { app, receiver, write: (n) => writes[n % writes.length]!(n), keepWaiting, close };
}
