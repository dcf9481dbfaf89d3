// The live streams of a server: who listens, what they are told, and when it is over for them.
import type { ServerResponse } from "node:http";
import { reaches } from "../../domain/access/grant.ts";
import { isSessionAlive } from "../../domain/access/sign-in-rules.ts";
import {
  LIVE_PLACE_MS,
  STREAM_BLOCKED_MS,
  STREAM_HEARTBEAT_MS,
  STREAMS_PER_ADDRESS,
  STREAMS_PER_PERSON,
  STREAMS_PER_SERVER,
  STREAMS_PER_WORKSPACE,
} from "../../domain/limits/live-limits.ts";
import type { Clock } from "../../lib/clock.ts";
import { listSessions } from "../../storage/access/sessions.ts";
import type { AppRevision } from "../../storage/apps/revisions.ts";
import type { Reader } from "../../storage/database/database.ts";
import { listPeopleWithNews } from "../../storage/inbox/inbox.ts";
import { END_EVENT, HEARTBEAT, INBOX_EVENT, presentRevision, presentRevisions } from "../../wire/apps/live-events.ts";
import { actorOf } from "../admission/person-admission.ts";
import type { PersonActor } from "../pipeline/request-actor.ts";
import { type EventBatch, EventStream } from "./event-stream.ts";
import { fullServer, type ShareLivePlaces, StreamPlaces } from "./limit-streams.ts";
import { RevisionWatcher } from "./revision-watcher.ts";

export interface HubOptions {
  reader: Reader;
  clock: Clock;
  sharePlaces: ShareLivePlaces;
  limits?: Partial<typeof LIMITS>;
}

const LIMITS = {
  perPerson: STREAMS_PER_PERSON,
  perAddress: STREAMS_PER_ADDRESS,
  perWorkspace: STREAMS_PER_WORKSPACE,
  perServer: STREAMS_PER_SERVER,
  tickMs: 250,
  sessionsMs: 2_000,
  heartbeatMs: STREAM_HEARTBEAT_MS,
  blockedMs: STREAM_BLOCKED_MS,
  renewMs: LIVE_PLACE_MS / 3,
};

interface Listener {
  actor: PersonActor;
  stream: EventStream;
  leave(): void;
}

export class LiveHub {
  private readonly reader: Reader;
  private readonly clock: Clock;
  private readonly limits: typeof LIMITS;
  private readonly watcher: RevisionWatcher;
  private readonly listeners = new Set<Listener>();
  private readonly places: StreamPlaces;
  private timers: NodeJS.Timeout[] = [];
  private examining = false;
  private closed = false;

  constructor({ reader, clock, sharePlaces, limits }: HubOptions) {
    this.reader = reader;
    this.clock = clock;
    this.limits = { ...LIMITS, ...limits };
    this.places = new StreamPlaces({
      limits: this.limits,
      share: sharePlaces,
      giveWay: (workspaceId) => this.giveWay(workspaceId),
      onFirst: () => this.start(),
      onLast: () => this.stop(),
    });
    const onChange = (changed: AppRevision[], before: ReadonlyMap<string, number>) => {
      this.tell(changed);
      // What one that fails has missed is seen when somebody looks at the page again.
      void this.tellOfNews(changed, before).catch(() => {});
    };
    this.watcher = new RevisionWatcher({ reader, tickMs: this.limits.tickMs, onChange });
  }

  /** Opens a stream; `address` is the client's. Throws `rate_limited`, `unavailable`. */
  async open(actor: PersonActor, address: string): Promise<(response: ServerResponse) => void> {
    if (this.closed) throw fullServer();
    const leavePlaces = await this.places.take(actor, address);
    const unwatch = this.watcher.watch(actor.reach.workspaceId);
    const leave = () => {
      unwatch();
      leavePlaces();
    };
    try {
      await this.watcher.look();
    } catch (error) {
      leave();
      throw error;
    }
    return (response) => this.listen(actor, response, leave);
  }

  close(): void {
    this.closed = true;
    for (const { stream } of this.listeners) stream.end("");
  }

  private listen(actor: PersonActor, response: ServerResponse, leave: () => void): void {
    const onClose = () => {
      this.listeners.delete(listener);
      leave();
    };
    const stream = new EventStream(response, { blockedMs: this.limits.blockedMs, onClose });
    const listener = { actor, stream, leave };
    if (this.closed) {
      stream.end("");
      return;
    }
    this.listeners.add(listener);
    const seen = this.watcher.revisionsOf(actor.reach.workspaceId);
    const apps = seen.filter(({ archivedAt }) => archivedAt === null).filter(isFor(actor));
    stream.hint(presentRevisions(apps));
  }

  /** Whoever came last comes again as soon as there is room. */
  private giveWay(workspaceId: string): boolean {
    const last = [...this.listeners].findLast(({ actor }) => actor.reach.workspaceId === workspaceId);
    if (last === undefined) return false;
    this.listeners.delete(last);
    last.stream.end("");
    last.leave();
    return true;
  }

  /** Tells listeners of changes; those who see the same apps share one text. */
  private tell(changed: readonly AppRevision[]): void {
    const batches = new Map<string, EventBatch>();
    for (const { actor, stream } of this.listeners) {
      let batch = batches.get(actor.reachKey);
      if (batch === undefined) {
        const byApp = new Map(changed.filter(isFor(actor)).map((app) => [app.id, presentRevision(app)]));
        batch = { byApp, text: [...byApp.values()].join("") };
        batches.set(actor.reachKey, batch);
      }
      if (batch.byApp.size > 0) stream.send(batch);
    }
  }

  /** Tells those in whose inbox something came with these changes. Asked for once for all who listen, and not at all while nobody does. */
  private async tellOfNews(changed: readonly AppRevision[], before: ReadonlyMap<string, number>): Promise<void> {
    if (this.listeners.size === 0) return;
    const since = changed.flatMap(({ id }) => {
      const revision = before.get(id);
      return revision === undefined ? [] : [{ appId: id, revision }];
    });
    if (since.length === 0) return;
    const news = await listPeopleWithNews(this.reader, since);
    if (news.length === 0) return;
    const apps = new Map(changed.map((app) => [app.id, app]));
    for (const { actor, stream } of this.listeners) {
      // Nobody is told of what is out of their reach, not even the moment when it happened.
      const isTold = news.some(({ personId, appId }) => personId === actor.personId && isFor(actor)(apps.get(appId)!));
      if (isTold) stream.hint(INBOX_EVENT);
    }
  }

  /** Ends the streams of people who are signed out, or whose reach changed. */
  private async examineSessions(): Promise<void> {
    const hashes = [...new Set([...this.listeners].map(({ actor }) => actor.sessionHash))];
    if (hashes.length === 0) return;
    const sessions = new Map((await listSessions(this.reader, hashes)).map((session) => [session.hash, session]));
    const asked = new Set(hashes);
    const now = this.clock();
    for (const { actor, stream } of this.listeners) {
      // Who came while the database was asked is looked at the next time.
      if (stream.isOver || !asked.has(actor.sessionHash)) continue;
      const session = sessions.get(actor.sessionHash);
      const present = session !== undefined && isSessionAlive(session, now) ? actorOf(session) : undefined;
      const isSame = present?.role === actor.role && present.reachKey === actor.reachKey;
      if (!isSame || present.needsFactor) stream.end(END_EVENT);
    }
  }

  private start(): void {
    const { heartbeatMs, sessionsMs, renewMs } = this.limits;
    this.watcher.start();
    const beat = () => {
      for (const { stream } of this.listeners) stream.hint(HEARTBEAT);
    };
    const examine = () => {
      if (this.examining) return;
      this.examining = true;
      const done = () => {
        this.examining = false;
      };
      // While the database can't be asked, everybody stays.
      this.examineSessions().then(done, done);
    };
    const renew = () => void this.places.renew();
    this.timers = [
      setInterval(beat, heartbeatMs).unref(),
      setInterval(examine, sessionsMs).unref(),
      setInterval(renew, renewMs).unref(),
    ];
  }

  private stop(): void {
    this.watcher.stop();
    for (const timer of this.timers) clearInterval(timer);
  }
}

function isFor({ reach }: PersonActor): (app: AppRevision) => boolean {
  return (app) => reaches(reach, app);
}
