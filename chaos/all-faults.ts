// Every fault there is, in the order they are done.
import { backup } from "./backup/backup.ts";
import { upgrade } from "./backup/upgrade.ts";
import { refusedBodies } from "./clients/refused-bodies.ts";
import { slowClients } from "./clients/slow-clients.ts";
import { stallingActor } from "./clients/stalling-actor.ts";
import { takenConnections } from "./clients/taken-connections.ts";
import { clockJumps } from "./environment/clock-jumps.ts";
import { failingSync, slowSync } from "./environment/failing-sync.ts";
import { fullDisk } from "./environment/full-disk.ts";
import { objectStorage } from "./environment/object-storage.ts";
import { poolerRestarts, postgresFailover, proxyFailover } from "./environment/postgres-failover.ts";
import { postgresPause, postgresRestarts } from "./environment/postgres-outages.ts";
import { replicas } from "./environment/replicas.ts";
import { rollingServers, rollingWorkers } from "./environment/rolling-restart.ts";
import { fuzz } from "./fuzz/fuzz.ts";
import type { ChaosFault } from "./harness/fault.ts";
import { killForwards } from "./kill/kill-forwards.ts";
import { killIngest } from "./kill/kill-ingest.ts";
import { killSends } from "./kill/kill-sends.ts";
import { offlineQueue } from "./offline/offline-queue.ts";
import { racing } from "./racing/racing.ts";
import { secrets } from "./secrets/secrets.ts";

export const FAULTS: readonly ChaosFault[] = [
  killIngest,
  killSends,
  killForwards,
  fullDisk,
  failingSync,
  slowSync,
  postgresRestarts,
  postgresPause,
  postgresFailover,
  proxyFailover,
  poolerRestarts,
  replicas,
  objectStorage,
  racing,
  clockJumps,
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
