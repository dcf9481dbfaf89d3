// Every fault there is, in the order they are done.
import { backup } from "./backup.ts";
import { clock } from "./clock.ts";
import { failingSync, slowSync } from "./failing-sync.ts";
import type { Fault } from "./fault.ts";
import { fullDisk } from "./full-disk.ts";
import { fuzz } from "./fuzz.ts";
import { killForwards } from "./kill-forwards.ts";
import { killIngest } from "./kill-ingest.ts";
import { killSends } from "./kill-sends.ts";
import { offlineQueue } from "./offline-queue.ts";
import { postgresPause, postgresRestarts } from "./postgres-outages.ts";
import { racing } from "./racing.ts";
import { refusedBodies } from "./refused-bodies.ts";
import { rollingServers, rollingWorkers } from "./rolling-restart.ts";
import { secrets } from "./secrets.ts";
import { slowClients } from "./slow-clients.ts";
import { stallingActor } from "./stalling-actor.ts";
import { takenConnections } from "./taken-connections.ts";
import { upgrade } from "./upgrade.ts";

export const FAULTS: readonly Fault[] = [
  killIngest,
  killSends,
  killForwards,
  fullDisk,
  failingSync,
  slowSync,
  postgresRestarts,
  postgresPause,
  racing,
  clock,
  slowClients,
  stallingActor,
  takenConnections,
  refusedBodies,
  offlineQueue,
  secrets,
  backup,
  upgrade,
  fuzz,
  rollingWorkers,
  rollingServers,
];
