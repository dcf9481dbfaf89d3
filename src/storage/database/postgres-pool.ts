// Connections to PostgreSQL that give up in time and lead to a server that can be written to: where there are several hosts, whoever
// finds one away or a standby tries the next.
import pg from "pg";
import { LOCK_TIMEOUT_MS } from "./lock-timeout.ts";
import type { PostgresAddress } from "./postgres-address.ts";

export const CONNECT_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 5_000;
const IDLE_IN_TRANSACTION_MS = 10_000;
const INT8 = 20;
const PROTOCOL_VIOLATION = "08P01";
const READ_ONLY = "25006";

/** Servers call themselves so, and behind a pooler so: its connections keep the name after the server has gone. */
export const SERVER_NAME = "retest";
export const POOLED_SERVER_NAME = "retest-pooled";

function nameOf({ address }: Hosts): string {
  return address.isPooled ? POOLED_SERVER_NAME : SERVER_NAME;
}

const types = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format as "text"),
} as pg.CustomTypesConfig;

/**
 * Settings of each connection. Behind a pooler they would be refused or forgotten, so each transaction sets them
 * (`pooledSettings`).
 */
const SETTINGS = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  lock_timeout: LOCK_TIMEOUT_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  // Every statement has its index. A plan that was made while a table was small must not go on reading all of it. One
  // that reads all the same seems so dear to PostgreSQL that it would compile it, for half a second, each time.
  options: "-c enable_seqscan=off -c jit=off",
};

/** Settings that a transaction behind a pooler begins with. */
export function pooledSettings(lockTimeoutMs: number): string {
  return `set local statement_timeout = ${STATEMENT_TIMEOUT_MS}; set local lock_timeout = ${Math.ceil(lockTimeoutMs)};
    set local idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}; set local enable_seqscan = off; set local jit = off`;
}

/** Remembers which host is the primary. All pools of a process share it, so they learn from each other. */
export class Hosts {
  readonly address: PostgresAddress;
  /** Whether any host will do, because nothing is written there. */
  readonly isReplica: boolean;
  private current = 0;

  constructor(address: PostgresAddress, isReplica = false) {
    this.address = address;
    this.isReplica = isReplica;
  }

  get count(): number {
    return this.address.hosts.length;
  }

  get believed(): pg.ClientConfig {
    return this.address.hosts[this.current]!;
  }

  /** The next who connects tries the one after it. */
  leave(host = this.believed): void {
    if (host === this.believed) this.current = (this.current + 1) % this.count;
  }
}

/** Whether a server can't be written to, now or ever: connections to it are of no use. */
export function isReadOnly(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === READ_ONLY;
}

export function createPool(hosts: Hosts, size: number, onError: (error: Error) => void): pg.Pool {
  const { isPooled } = hosts.address;
  const pool = new PrimaryPool(hosts, {
    max: size,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS,
    application_name: nameOf(hosts),
    ...(isPooled ? {} : SETTINGS),
    pipeline: true,
    types,
  } as pg.PoolConfig);
  // Without both listeners a restart of the server would end this process.
  pool.on("error", onError);
  pool.on("connect", (client) => client.on("error", onError));
  return pool;
}

/** One connection without the short timeouts, and without a pool. `pipeline`: statements go out without waiting for each other. */
export async function connectOnce(hosts: Hosts, name = nameOf(hosts), pipeline = false): Promise<pg.Client> {
  for (let left = hosts.count; ; left--) {
    const client = new (clientOf(hosts))({ types, application_name: name, pipeline } as pg.ClientConfig);
    // Said again by the statement that meets it.
    client.on("error", () => {});
    try {
      await client.connect();
      await client.requirePrimary();
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      if (left <= 1) throw error;
    }
  }
}

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: unknown) => void,
) => void;

/** A pool that has tried every host before it says that it can't connect. */
class PrimaryPool extends pg.Pool {
  private readonly hosts: Hosts;

  constructor(hosts: Hosts, config: pg.PoolConfig) {
    const onConnect = (client: pg.ClientBase) => (client as DialledClient).requirePrimary();
    super({ ...config, Client: clientOf(hosts), onConnect } as unknown as pg.PoolConfig);
    this.hosts = hosts;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(done: Connected): void;
  override connect(done?: Connected): Promise<pg.PoolClient> | undefined {
    if (this.hosts.count === 1) return super.connect(done as never) as never;
    if (done !== undefined) {
      this.connectToAny(this.hosts.count, done);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      this.connectToAny(this.hosts.count, (error, client) => (error === undefined ? resolve(client!) : reject(error)));
    });
  }

  private connectToAny(left: number, done: Connected): void {
    const before = this.hosts.believed;
    super.connect((error, client, release) => {
      // Whoever waited in vain for one of the pool's connections has not found a host away.
      const isElsewhere = error !== undefined && this.hosts.believed !== before;
      if (isElsewhere && left > 1) this.connectToAny(left - 1, done);
      else done(error, client, release);
    });
  }
}

interface DialledClient extends pg.Client {
  /** Throws if this is a standby. */
  requirePrimary(): Promise<void>;
}

/** The driver makes each connection by its class alone: so the class knows the hosts. */
function clientOf(hosts: Hosts): new (config: pg.ClientConfig) => DialledClient {
  const { isPooled } = hosts.address;
  return class extends pg.Client implements DialledClient {
    private readonly dialled = hosts.believed;
    private isStandby = false;

    constructor(config: pg.ClientConfig) {
      const host = hosts.believed;
      super({ ...config, ...host, connectionTimeoutMillis: CONNECT_TIMEOUT_MS / hosts.count });
      // PostgreSQL says so as it greets. A pooler passes on what it once heard.
      if (isPooled) return;
      const { connection } = this as unknown as { connection: NodeJS.EventEmitter };
      connection.on("parameterStatus", (status: { parameterName: string; parameterValue: string }) => {
        if (status.parameterName === "in_hot_standby") this.isStandby = status.parameterValue === "on";
      });
    }

    override connect(): Promise<pg.Client>;
    override connect(done: (error: Error) => void): void;
    override connect(done?: (error: Error) => void): Promise<pg.Client> | undefined {
      if (done === undefined) {
        return new Promise((resolve, reject) => {
          this.connect((error) => (error ? reject(error) : resolve(this)));
        });
      }
      super.connect((error: Error) => {
        if (error) hosts.leave(this.dialled);
        done(error && explained(error));
      });
      return undefined;
    }

    async requirePrimary(): Promise<void> {
      if (!this.isStandby || hosts.isReplica) return;
      hosts.leave(this.dialled);
      throw Object.assign(new Error("DATABASE_URL leads to a standby, which can't be written to."), {
        code: READ_ONLY,
      });
    }
  };
}

export const BEHIND_POOLER =
  "DATABASE_URL leads to a pooler, such as PgBouncer, that does not keep what a connection asks for: add the parameter pooler=transaction to it.";

function explained(error: Error): Error {
  const isPooler = (error as { code?: unknown }).code === PROTOCOL_VIOLATION && /startup parameter/.test(error.message);
  return isPooler ? new Error(BEHIND_POOLER, { cause: error }) : error;
}
