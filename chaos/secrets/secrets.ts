// Tokens, secrets and keys replaced while tools deliver at two servers: what was replaced is dead at once at both.
import { setTimeout as sleep } from "node:timers/promises";
import { isSignedWith } from "../../src/lib/crypto/body-signature.ts";
import { serve } from "../../test/support/clients/run-cli.ts";
import { type Arrival, openReceiver, type Receiver } from "../../test/support/fake-tools/notify-receiver.ts";
import { type Answer, Client, deliver, type Json, now, tally } from "../harness/client.ts";
import type { ChaosFault, Trial } from "../harness/fault.ts";
import { isTold, requireCancelled, requireRevoked } from "./ended-secrets.ts";

const SENDERS = 16;
const PACE_MS = 25;
const FIXES = 6;

export const secrets: ChaosFault = {
  name: "secrets",
  does: "the webhook's URL, its secret and a key are replaced under 200 deliveries a second at two servers; issues are fixed meanwhile; a key is revoked over REST, one by the command line, and the secret removed while notifications wait",
  invariant:
    "once the answer is there, whoever begins later with the old URL gets 404, with the old secret or key 401, at both servers, and raises nothing; with the new ones it works; notifications are signed with a secret that was valid between the fix and the sending, and once it is removed none is sent: those that waited are cancelled; no request that begins after a key was revoked is let in",
  rounds: { sqlite: 20, postgres: 20 },
  run,
};

/** A secret, with the times from which it surely worked and surely didn't. */
interface Valid {
  value: string;
  /** When the secret was asked for, and when it was given. */
  asked: number;
  made: number;
  /** When its replacement was asked for, and answered. */
  askedOff: number;
  off: number;
}

class Chain {
  readonly all: Valid[] = [];

  get current(): Valid {
    return this.all.at(-1)!;
  }

  async replace(make: () => Promise<string>): Promise<void> {
    const asked = now();
    const last = this.all.at(-1);
    if (last !== undefined) last.askedOff = asked;
    const value = await make();
    const made = now();
    if (last !== undefined) last.off = made;
    this.all.push({ value, asked, made, askedOff: Number.POSITIVE_INFINITY, off: Number.POSITIVE_INFINITY });
  }

  /** Gives the current secret, or the one before. */
  pick(): Valid {
    return this.all.at(Math.random() < 0.5 ? -1 : -2) ?? this.current;
  }
}

function isDead(one: Valid, { startedAt }: Answer): boolean {
  return startedAt > one.off;
}

function isAlive(one: Valid, { startedAt, endedAt }: Answer): boolean {
  return startedAt > one.made && endedAt < one.askedOff;
}

async function run({ scratch: { settings }, rounds, report, progress }: Trial): Promise<string> {
  const admin = await Client.admin(settings);
  const more = { RETEST_NOTIFY_ALLOWED_HOSTS: "127.0.0.1" };
  const servers = await Promise.all([0, 1].map(() => serve({ ...settings, ...more })));
  const addresses = servers.map(({ address }) => address);
  const at = (i: number) => admin.at(addresses[i % 2]!);
  const receiver = await openReceiver();
  const arrivedAt = new Map<Arrival, number>();
  receiver.behave((response, arrival) => {
    arrivedAt.set(arrival, now());
    response.writeHead(204).end();
  });
  try {
    const app = await at(0).liveApp("App");
    const key = await at(0).data("POST", "/keys", { name: "rotated", role: "tester" });
    const [urls, keys, signing] = [new Chain(), new Chain(), new Chain()];
    await urls.replace(async () => app.path);
    await keys.replace(async () => key.key);
    const newSecret = (i: number) =>
      signing.replace(async () => (await at(i).data("PUT", `/apps/${app.id}/webhook/secret`)).secret);
    await newSecret(0);
    await at(0).data("PATCH", `/apps/${app.id}/webhook`, { notify_url: receiver.url });
    const traffic = new Traffic(addresses, urls, keys, signing, report);
    const stop = traffic.begin();
    for (let round = 1; round <= rounds; round++) {
      await sleep(100);
      await urls.replace(
        async () => new URL((await at(round).data("POST", `/apps/${app.id}/webhook/url`)).url).pathname,
      );
      await sleep(100);
      await keys.replace(async () => (await at(round).data("POST", `/keys/${key.id}/rotate`)).key);
      await sleep(100);
      const open = (await at(round).data("GET", `/issues?app=${app.id}&status=open&limit=${FIXES}`)) as Json[];
      const fixing = open.map(({ id }, i) => at(i).data("POST", `/issues/${id}/fix`, {}));
      await newSecret(round);
      await Promise.all(fixing);
      progress(round);
    }
    const late = await requireRevoked([at(0), at(1)], settings, report);
    await stop();
    await requireRaised(at(0), app.id, traffic.answers, report);
    const told = await requireSigned(at(0), app.id, arrivedAt, signing, report);
    const cancelled = await requireCancelled(at(0), app.id, receiver, report);
    await requireSilent(at(0), app.id, receiver, report);
    return `${tally(traffic.answers)}; ${told} notifications, each signed with a secret of its time, ${cancelled} more cancelled; ${late} requests began with revoked keys`;
  } finally {
    await receiver.close();
    await Promise.all(servers.map((server) => server.stop()));
  }
}

class Traffic {
  readonly answers: Answer[] = [];
  private readonly addresses: string[];
  private readonly urls: Chain;
  private readonly keys: Chain;
  private readonly signing: Chain;
  private readonly report: Trial["report"];

  constructor(addresses: string[], urls: Chain, keys: Chain, signing: Chain, report: Trial["report"]) {
    this.addresses = addresses;
    this.urls = urls;
    this.keys = keys;
    this.signing = signing;
    this.report = report;
  }

  /** Begins the work. Gives the function that ends it. */
  begin(): () => Promise<void> {
    let isOn = true;
    const work = async (_: unknown, i: number) => {
      for (let n = 0; isOn; n++) {
        await sleep(Math.random() * 2 * PACE_MS);
        const address = this.addresses[(i + n) % 2]!;
        await (n % 4 === 3 ? this.ask(address) : this.deliver(address, `${i} ${n}`));
      }
    };
    const done = Promise.all(Array.from({ length: SENDERS }, work));
    return async () => {
      isOn = false;
      await done;
    };
  }

  private async deliver(address: string, id: string): Promise<void> {
    const [url, secret] = [this.urls.pick(), this.signing.pick()];
    const answer = await deliver(address + url.value, { title: id, external_id: id }, secret.value);
    this.answers.push(answer);
    const { status } = answer;
    if (![201, 401, 404].includes(status)) this.report(`answered ${status} ${JSON.stringify(answer.body)}`);
    if (isDead(url, answer) && status !== 404) this.report(`a URL that was replaced answered ${status}`);
    if (isAlive(url, answer) && isDead(secret, answer) && status !== 401)
      this.report(`a secret that was replaced was answered ${status}`);
    if (isAlive(url, answer) && isAlive(secret, answer) && status !== 201)
      this.report(`the current URL and secret were answered ${status}`);
  }

  private async ask(address: string): Promise<void> {
    const key = this.keys.pick();
    const answer = await new Client(key.value, address).ask("GET", "/me");
    // An address that tries many wrong keys is told to wait.
    if (isDead(key, answer) && ![401, 429].includes(answer.status))
      this.report(`a key that was replaced answered ${answer.status}`);
    if (isAlive(key, answer) && answer.status !== 200) this.report(`the current key was answered ${answer.status}`);
  }
}

async function requireRaised(client: Client, app: string, answers: Answer[], report: Trial["report"]): Promise<void> {
  const raised = answers.filter(({ status }) => status === 201).length;
  const there = (await client.list(`/issues?app=${app}&status=all`)).length;
  if (there !== raised) report(`${there} issues are there, and ${raised} deliveries were answered 201`);
}

/** Each with one that was valid at some time between the fix and the arrival. */
async function requireSigned(
  client: Client,
  app: string,
  arrivals: Map<Arrival, number>,
  signing: Chain,
  report: Trial["report"],
): Promise<number> {
  const list = () => client.list(`/apps/${app}/notifications?`);
  for (let i = 0; i < 200; i++) {
    if ((await list()).every(({ state }) => state !== "pending" && state !== "sending")) break;
    await sleep(50);
  }
  for (const { state, outcome } of await list())
    if (!isTold(state, outcome)) report(`a notification is ${state}: ${outcome}`);
  for (const [{ bytes, headers, body }, arrivedAt] of arrivals) {
    const fixedAt = Date.parse(body.issue.fixed_at);
    const fitting = signing.all.filter(({ asked, off }) => off > fixedAt && asked < arrivedAt);
    if (!fitting.some(({ value }) => isSignedWith(value, bytes, headers["x-signature"])))
      report(`the notification of ${body.issue.id} is signed with no secret that was valid then`);
  }
  return arrivals.size;
}

/** Checks that a fix without a secret is told to nobody. */
async function requireSilent(client: Client, app: string, receiver: Receiver, report: Trial["report"]): Promise<void> {
  const before = receiver.arrivals.length;
  for (const { id } of (await client.list(`/issues?app=${app}&status=open`)).slice(0, 3))
    await client.data("POST", `/issues/${id}/fix`, {});
  const waiting = (await client.list(`/apps/${app}/notifications?`)).filter(({ state }) => state === "pending");
  if (waiting.length > 0 || receiver.arrivals.length !== before)
    report("something is sent although the secret is gone");
}
