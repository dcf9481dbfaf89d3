// The ways in: what is asked of a request before any of its routes sees it.
import type { IncomingMessage } from "node:http";
import type { Actor } from "../../domain/access/actor.ts";
import type { Member } from "../../lib/async/fair-queue.ts";

/** Whoever asks, as the routes see them: `reachKey` tells apart what different reaches may see. */
export interface RequestActor extends Actor {
  reachKey: string;
  /** Set for a person without a second factor in a workspace that requires one. */
  needsFactor?: boolean;
  /** Requests a minute that all of their workspace may make; null: as many as any workspace of the server. */
  workspaceRate: number | null;
}

export interface KeyActor extends RequestActor {
  keyId: string;
}

/** A person, and the session they are signed in with. */
export interface PersonActor extends RequestActor {
  personId: string;
  email: string;
  sessionHash: string;
  /** When they last gave their password or a second factor. */
  confirmedAt: number;
  needsFactor: boolean;
  /** They see to all workspaces of the installation. */
  isOperator: boolean;
  /** Live streams that their workspace may have open; null: as many as any workspace of the server. */
  workspaceStreams: number | null;
}

/** Who asks, by an id that stays: a key's through its rotations, a person's through their sessions. */
export function actorId(actor: RequestActor): string {
  return actor.personId ?? (actor as KeyActor).keyId;
}

/** Who takes turns with others: each actor with those of their workspace, and workspaces with each other. */
export function turnOf(actor: RequestActor): Member {
  return { who: actorId(actor), group: actor.reach.workspaceId };
}

/** `stamp` is the reader's, taken when the request began; `isPresence` says that somebody is at work. */
export interface Admission {
  /** Who asks, where that is known at once and nothing speaks against letting them in; else undefined. */
  findNow(request: IncomingMessage, stamp: number | null, isPresence: boolean): RequestActor | undefined;
  /** `takesFile`: the body may be anything. Throws `forbidden` for what may not come in here, whoever sent it. */
  screen(request: IncomingMessage, takesFile: boolean): void;
  /** Throws `unauthorized`. */
  find(request: IncomingMessage, stamp: number | null, isPresence: boolean): Promise<RequestActor>;
}
