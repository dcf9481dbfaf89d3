// A replica that lags, is cut off, stands still, goes away, is promoted and gets the old primary for its replica, while people write at one server
// and search at another.
import { setTimeout as sleep } from "node:timers/promises";
import { type RunningServer, serve } from "../../test/support/clients/run-cli.ts";
import type { OwnPostgres } from "../../test/support/database/restartable-postgres.ts";
import { followAgain, type Replicated, replicatedPostgres } from "../../test/support/database/standby.ts";
import { Client, tally } from "../harness/client.ts";
import type { ChaosFault, Trial } from "../harness/fault.ts";
import { examine } from "../harness/scratch-database.ts";
import { waitUntil } from "../harness/wait-until.ts";

const WRITERS = 4;
/** How many issues one word finds on a page. */
const OF_A_WORD = 150;
/** From this many on a search is long, and made on the replica. */
const LONG = 2_000;
const TROUBLE_MS = 1_500;
/** A replica that was away is left alone for five seconds; a slow machine adds to that. */
const BACK_MS = 60_000;

export const replicas: ChaosFault = {
  name: "replicas",
  does: "a replica stops replaying, is cut off from its primary, stands still, goes away and comes back, is promoted, and gets the old primary for its replica, while four write at one server and search at the other after each write",
  invariant:
    "a search that is answered shows all that its writer was told is written, at whichever server; answers are 201, 200 or 503; the replica is read again after each; nothing acknowledged is lost",
  rounds: { postgres: 5 },
  run,
};

interface Watched {
  servers: RunningServer[];
  client: Client;
  app: string;
  statuses: { status: number }[];
  searches: number;
}

async function run(trial: Trial): Promise<string> {
  let [searches, last] = [0, ""];
  for (let round = 1; round <= trial.rounds; round++) {
    const report = (problem: string) => trial.report(`round ${round}: ${problem}`);
    const pair = await replicatedPostgres({ durable: true, synchronous: false });
    try {
      const watched = await oneLife({ ...trial, report }, pair);
      searches += watched.searches;
      last = tally(watched.statuses);
    } finally {
      await pair.stop();
    }
    trial.progress(round);
  }
  return `${last} in the last; ${searches} searches after writes`;
}

async function oneLife({ scratch, report }: Trial, pair: Replicated): Promise<Watched> {
  const hostOf = ({ url }: OwnPostgres) => new URL(url).host;
  const replicaUrl = pair.url.replace(/@[^/]+\//, `@${hostOf(pair.standby)},${hostOf(pair.primary)}/`);
  const settings = {
    ...scratch.settings,
    DATABASE_URL: pair.url,
    RETEST_DATABASE_REPLICA_URL: replicaUrl.replace("?target_session_attrs=read-write", ""),
  };
  const client = await Client.admin(settings);
  const servers = [await serve(settings), await serve(settings)];
  client.address = servers[0]!.address;
  const { id: app } = await client.liveApp("App");
  await pair.primary.ask(`update app set last_number = ${LONG} where id = '${app}'`);
  const watched: Watched = { servers, client, app, statuses: [], searches: 0 };
  const acknowledged: string[] = [];
  let isOn = true;
  const writers = Promise.all(
    Array.from({ length: WRITERS }, (_, i) => writeAndSearch(watched, i, acknowledged, report, () => isOn)),
  );
  try {
    await requireRead(pair.standby, "at first", report);
    for (const [what, ail] of Object.entries(TROUBLES)) {
      const heal = await ail(pair.standby);
      await sleep(TROUBLE_MS);
      await heal();
      await requireRead(pair.standby, `after it ${what}`, report);
    }
    // All that was written reaches the standby, because the primary ends in order.
    await pair.primary.shutDown("SIGINT");
    await pair.promote();
    await sleep(TROUBLE_MS);
    await followAgain(pair.primary, pair.standby);
    await requireRead(pair.primary, "after the old primary has come back as the replica of the new one", report);
  } finally {
    isOn = false;
    await writers;
  }
  for (const { status } of watched.statuses) if (![200, 201, 503].includes(status)) report(`answered ${status}`);
  await client.requireAll(app, acknowledged, report);
  for (const server of servers) await server.stop();
  for (const problem of await examine(settings)) report(problem);
  return watched;
}

/** Writes at one server and looks for it at the other, again and again. */
async function writeAndSearch(
  watched: Watched,
  writer: number,
  acknowledged: string[],
  report: Trial["report"],
  isOn: () => boolean,
): Promise<void> {
  const { servers, client, app, statuses } = watched;
  const [one, other] = (writer % 2 === 0 ? servers : servers.toReversed()).map(({ address }) => client.at(address));
  let written = 0;
  for (let n = 0; isOn(); n++) {
    const word = `w${writer}n${Math.floor(n / OF_A_WORD)}`;
    if (n % OF_A_WORD === 0) written = 0;
    const raised = await one!.ask("POST", "/issues", { app, text: word });
    statuses.push(raised);
    if (raised.status === 201) {
      written++;
      acknowledged.push(raised.body.data.id);
    }
    const found = await other!.ask("GET", `/issues?app=${app}&q=${word}&limit=200`);
    statuses.push(found);
    watched.searches++;
    if (found.status === 200 && found.body.data.length < written)
      report(`${written} were acknowledged to a writer, who found ${found.body.data.length}`);
    if (raised.status === 503 || found.status === 503) await sleep(50);
  }
}

/** Checks that servers read from the replica, by what their connections asked last. */
async function requireRead(replica: OwnPostgres, when: string, report: Trial["report"]): Promise<void> {
  const asked = "select query from pg_stat_activity where application_name = 'retest' and query = 'commit'";
  const isRead = async () => (await replica.ask(asked).catch(() => [])).length > 0;
  if (!(await waitUntil(BACK_MS, isRead))) report(`the replica is not read ${when}`);
}

type Ail = (replica: OwnPostgres) => Promise<() => Promise<unknown>>;

const TROUBLES: Record<string, Ail> = {
  lagged: async (replica) => {
    await replica.ask("select pg_wal_replay_pause()");
    return () => replica.ask("select pg_wal_replay_resume()");
  },
  "was cut off": async (replica) => {
    // What comes from the primary is received by a process of its own.
    const [receiver] = await replica.ask("select pid from pg_stat_wal_receiver");
    if (receiver === undefined) return async () => {};
    process.kill(receiver.pid, "SIGSTOP");
    return async () => process.kill(receiver.pid, "SIGCONT");
  },
  "stood still": async (replica) => {
    const resume = await replica.pause();
    return async () => resume();
  },
  "was away": async (replica) => {
    await replica.shutDown("SIGQUIT");
    return () => replica.startAgain();
  },
};
